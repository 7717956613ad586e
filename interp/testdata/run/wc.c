// stdin: the quick  brown\nfox jumps\tover\n\n the lazy dog
#include <stdio.h>
#include <ctype.h>
int main(void) {
  int c, lines = 0, words = 0, chars = 0, in = 0, freq[26] = {0};
  while ((c = getchar()) != EOF) {
    chars++;
    if (c == '\n') lines++;
    if (isspace(c)) in = 0;
    else if (!in) { in = 1; words++; }
    if (isalpha(c)) freq[tolower(c) - 'a']++;
  }
  printf("%d %d %d\n", lines, words, chars);
  for (int i = 0; i < 26; i++) if (freq[i]) printf("%c%d ", 'a' + i, freq[i]);
  puts("");
  return 0;
}
