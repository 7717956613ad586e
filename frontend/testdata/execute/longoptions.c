#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* long options: whole, abbreviated, ambiguous, unknown, with arguments and flags */
static int flag;

static void try(const char *opts, char *line)
{
	struct option longs[] = { { "all", no_argument, NULL, 'a' }, { "block", required_argument, NULL, 'b' }, { "colour", optional_argument, NULL, 'c' },
		{ "column", no_argument, NULL, 'k' }, { "flag", no_argument, &flag, 7 }, { "alter", no_argument, NULL, 'a' }, { NULL, 0, NULL, 0 } };
	char *argv[20] = { "program" };
	int argc = 1, c, index = -1;
	for (char *w = strtok(line, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	argv[argc] = NULL;
	optind = 0;
	flag = 0;
	while ((c = getopt_long(argc, argv, opts, longs, &index)) != -1)
		printf("%c %s %d %d %d, ", c ? c : '0', optarg ? optarg : c == '?' && optopt ? (char[]){ optopt, 0 } : "-", optind, index, flag);
	for (int i = optind; i < argc; i++)
		printf("[%s]", argv[i]);
	printf("\n");
}

int main(void)
{
	char *lines[] = { "", "--all -a --block 3 --block=4 x", "--colour --colour=red --col", "--column --colu", "--al", "--flag x --fl", "--none", "--all=3 --block",
		"--block", "-ab5 -- --all", "x --all y --block z", "--alt" };
	char *options[] = { "ab:c::", "+ab:", ":ab:" };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 12; j++) {
			char text[60];
			strcpy(text, lines[j]);
			try(options[i], text);
		}
	return 0;
}
