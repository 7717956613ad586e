#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void try(const char *opts, char *line)
{
	char *argv[20] = { "program" };
	int argc = 1, c;
	for (char *w = strtok(line, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	argv[argc] = NULL;
	optind = 0;
	opterr = 0;
	while ((c = getopt(argc, argv, opts)) != -1)
		printf("%c %s %d, ", c, optarg ? optarg : c == '?' ? (char[]){ optopt, 0 } : "-", optind);
	for (int i = optind; i < argc; i++)
		printf("[%s]", argv[i]);
	printf("\n");
}

int main(void)
{
	char *lines[] = { "", "-a -b 3 -c4 -c file -x", "file1 -ab5 file2 -x -- -a z", "-z -b", "-b", "- -a -", "f -a g -b h i -x j", "-xa -bq -- --" };
	char *options[] = { "ab:c::x", "+ab:", ":b:" };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 8; j++) {
			char line[60];
			strcpy(line, lines[j]);
			try(options[i], line);
		}
	return 0;
}
