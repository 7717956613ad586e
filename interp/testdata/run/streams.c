// stdin: abc\n
#include <stdio.h>
int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  fprintf(stderr, "not on stdout\n");
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  FILE *a = fopen("x", "w"), *b;
  fputs("one two three", a); fflush(a);
  b = fopen("x", "r");
  char w[10]; fscanf(b, "%s", w); printf("%s ", w); fscanf(b, "%s", w); printf("%s\n", w);
  long pos = ftell(b); fpos_t fp; fgetpos(b, &fp);
  fscanf(b, "%s", w); printf("%s %ld", w, pos); fsetpos(b, &fp); fscanf(b, "%s", w); printf(" %s\n", w);
  fclose(a); fclose(b);
  printf("%d\n", rename("x", "y")); b = fopen("x", "r"); printf("%d\n", b == NULL);
  b = fopen("y", "r"); printf("%d", fgetc(b)); ungetc('Q', b); printf(" %c", fgetc(b)); printf("%c\n", fgetc(b)); fclose(b);
  b = freopen("y", "a+", fopen("y", "r")); fputs("!", b); rewind(b); char line[30]; printf("%s\n", fgets(line, 30, b));
  printf("%s", fgets(line, 30, stdin)); printf("%d\n", fgets(line, 30, stdin) == NULL);
  perror("done");
  return fputs("", stdout) == EOF;
}
