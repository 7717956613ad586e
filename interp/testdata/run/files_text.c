#include <stdio.h>
#include <string.h>
#include <errno.h>
int main(void) {
  FILE *f = fopen("no/such/file", "r");
  printf("%d %d\n", f == NULL, errno == ENOENT);
  f = fopen("data.txt", "w");
  for (int i = 0; i < 5; i++) fprintf(f, "line %d: %d\n", i, i * i);
  printf("%d\n", fclose(f));
  f = fopen("data.txt", "a");
  fputs("appended\n", f);
  fclose(f);
  f = fopen("data.txt", "r");
  char line[80]; int a, b, n = 0;
  while (fgets(line, sizeof line, f))
    if (sscanf(line, "line %d: %d", &a, &b) == 2) n += a * b;
    else printf("other: %s", line);
  printf("%d %ld\n", n, ftell(f));
  rewind(f);
  int c, lines = 0;
  while ((c = fgetc(f)) != EOF) lines += c == '\n';
  printf("%d %d\n", lines, feof(f) != 0);
  fclose(f);
  f = fopen("data.txt", "r+");
  fseek(f, 5, SEEK_SET);
  fputc('X', f);
  fseek(f, 0, SEEK_END);
  printf("%ld\n", ftell(f));
  fseek(f, -9, SEEK_CUR);
  printf("%s", fgets(line, 80, f));
  rewind(f);
  printf("%s", fgets(line, 80, f));
  fclose(f);
  printf("%d", remove("data.txt"));
  printf(" %d\n", fopen("data.txt", "r") == NULL);
  return 0;
}
