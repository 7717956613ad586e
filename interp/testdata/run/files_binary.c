#include <stdio.h>
#include <string.h>
struct rec { int id; short kind; char name[10]; double value; };
int main(void) {
  struct rec r, all[4];
  FILE *f = fopen("recs.bin", "wb+");
  for (int i = 0; i < 4; i++) {
    memset(&r, 0, sizeof r);
    r.id = i * 100; r.kind = -i; r.value = i / 4.0;
    sprintf(r.name, "rec%d", i);
    if (fwrite(&r, sizeof r, 1, f) != 1) return 1;
  }
  printf("%d\n", ftell(f) == 4 * (long)sizeof r);
  fseek(f, 2 * (long)sizeof r, SEEK_SET);
  printf("%d ", (int)fread(&r, sizeof r, 1, f));
  printf("%d %d %s %g\n", r.id, r.kind, r.name, r.value);
  r.value = 99.5;
  fseek(f, -(long)sizeof r, SEEK_CUR);
  fwrite(&r, sizeof r, 1, f);
  rewind(f);
  printf("%d\n", (int)fread(all, sizeof r, 10, f));
  for (int i = 0; i < 4; i++) printf("%d %s %g\n", all[i].id, all[i].name, all[i].value);
  printf("%d %d\n", feof(f) != 0, (int)fread(all, sizeof r, 1, f));
  clearerr(f);
  printf("%d\n", feof(f));
  fclose(f);
  f = tmpfile();
  unsigned char bytes[256];
  for (int i = 0; i < 256; i++) bytes[i] = i;
  fwrite(bytes, 1, 256, f);
  rewind(f);
  int c, sum = 0;
  while ((c = getc(f)) != EOF) sum += c;
  printf("%d\n", sum);
  return 0;
}
