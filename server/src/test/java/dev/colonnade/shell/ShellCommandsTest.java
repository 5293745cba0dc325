package dev.colonnade.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the commands of the shell that psql has, with a real server. */
@Tag("integration")
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShellCommandsTest {
  private Server server;

  @TempDir private Path files;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = TestServers.start(folder);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void createPets() {
    run(
        """
        DROP TABLE IF EXISTS pets;
        CREATE TABLE pets (
          id INTEGER PRIMARY KEY, name VARCHAR(20), twice INTEGER GENERATED ALWAYS AS (id * 2) STORED);
        INSERT INTO pets VALUES (1, E'Ida,\\n"the\\tcat"'), (2, NULL), (3, '');
        """);
  }

  /** The output is that of psql 15. */
  @Test
  void shouldRunConditionalBlocks() {
    Outcome outcome =
        run(
            """
            \\pset format unaligned
            \\pset tuples_only on
            \\set ON_ERROR_STOP off
            \\set yes true
            \\if :yes
              select 'one';
              \\if false
                select 'wrong';
              \\elif 0
                select 'wrong';
              \\elif on
                select 'two';
              \\else
                select 'wrong';
              \\endif
            \\else
              select 'wrong'; \\q
              \\echo :'missing' wrong
            \\endif
            select
            \\if :{?yes}
              'three'
            \\else
              'wrong' (
            \\endif
              as x;
            select \\if false \\\\ (bogus \\else \\\\ 42 \\endif \\\\ as forty_two;
            \\if :{?missing}
            select 'wrong';
            \\else
            select 'four';
            \\endif
            \\if tr \\\\ select 'five'; \\endif
            \\if of \\\\ select 'wrong'; \\else \\\\ select 'six'; \\endif
            \\if false
            \\if true
            select 'wrong';
            \\elif true
            select 'wrong';
            \\else
            select 'wrong';
            \\endif
            \\else
            select 'seven';
            \\endif
            \\set n 3
            select :n > 2 as big \\gset
            \\if :big
            select 'eight';
            \\endif
            """);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().filter(line -> !line.endsWith(".")))
        .containsExactly("one", "two", "three", "42", "four", "five", "six", "seven", "eight");
  }

  @Test
  void shouldReportErrorsOfConditionalBlocksAndContinue() {
    Outcome outcome =
        run(
            """
            \\set ON_ERROR_STOP off
            \\if maybe
            select 'wrong';
            \\endif
            \\if
            select 'wrong';
            \\endif
            \\if o \\\\ select 'wrong'; \\endif
            \\elif true
            \\else
            \\endif
            \\if true
            \\else
            \\elif true
            \\else
            \\endif more
            \\if true
            \\echo end
            """);
    assertThat(outcome.out().lines()).containsExactly("end");
    assertThat(outcome.err().lines())
        .containsExactly(
            "unrecognized value \"maybe\" for \"\\if expression\": Boolean expected",
            "unrecognized value \"\" for \"\\if expression\": Boolean expected",
            "unrecognized value \"o\" for \"\\if expression\": Boolean expected",
            "\\elif: no matching \\if",
            "\\else: no matching \\if",
            "\\endif: no matching \\if",
            "\\elif: cannot occur after \\else",
            "\\else: cannot occur after \\else",
            "\\endif: extra argument \"more\" ignored",
            "reached EOF without finding closing \\endif(s)");
    assertThat(run("\\endif\nselect 'not reached';").out()).isEmpty();
    assertThat(run("\\if true\nselect 1;").status()).isEqualTo(1);
  }

  @Test
  void shouldSubstituteVariables() {
    Outcome outcome =
        run(
            """
            \\set table pets
            \\set who 'it''s' ' Ida'
            SELECT :'who' AS who, ':who' AS quoted, count(*) AS "n" FROM :"table" WHERE id >= :low;
            """,
            "-v",
            "low=2");
    assertThat(outcome.out()).contains("it's Ida | :who   | 2");
    assertThat(
            run("""
            \\set a 1
            \\echo :a :'a' :"a" :{?a} :{?b} :b ::a
            \\echo -n 'two\\twords'
            \\echo '!'
            \\unset a
            \\echo :a
            \\set
            """)
                .out())
        .startsWith("1 '1' \"1\" TRUE FALSE :b :1\ntwo\twords!\n:a\nAUTOCOMMIT = 'on'\n")
        .contains("PROMPT1 = '%/%R%x%# '\n");
    assertThat(run("\\set bad-name 1").err()).contains("invalid variable name: \"bad-name\"");
    assertThat(run("\\set x 'open").err()).contains("unterminated quoted string");
  }

  @Test
  void shouldStoreAResultInVariables() {
    Outcome outcome =
        run(
            """
            SELECT 5 AS one, NULL AS two, 'x y' AS three \\gset my_
            \\echo :my_one :my_two :my_three :ROW_COUNT :SQLSTATE
            SELECT :my_one + 1 AS six;
            """);
    assertThat(outcome.out()).startsWith("5 :my_two x y ").contains("   6\n");
    assertThat(run("SELECT 1 WHERE false \\gset").err()).contains("no rows returned for \\gset");
    assertThat(run("SELECT generate_series(1, 2) \\gset").err()).contains("more than one row");
  }

  @Test
  void shouldContinueAfterErrorsIfItIsTold() {
    Outcome outcome =
        run(
            """
            \\set ON_ERROR_STOP off
            SELECT nosuch;
            \\echo :ERROR :SQLSTATE :LAST_ERROR_SQLSTATE
            SELECT 7 AS seven;
            \\echo :ERROR :SQLSTATE :ROW_COUNT
            """);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).startsWith("ERROR 42703");
    assertThat(outcome.out()).contains("true 42703 42703\n", "seven", "false 00000 1\n");
  }

  @Test
  void shouldBeginTransactionsWithoutAutocommit() {
    Outcome outcome =
        run(
            """
            \\set AUTOCOMMIT off
            INSERT INTO pets VALUES (9, 'gone');
            ROLLBACK;
            INSERT INTO pets VALUES (8, 'kept');
            COMMIT;
            \\set AUTOCOMMIT on
            SELECT id FROM pets WHERE id > 3;
            """);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("  8\n").doesNotContain("  9\n");
  }

  @Test
  void shouldKeepTheQueryBufferAcrossCommands() throws Exception {
    Path written = files.resolve("written.sql");
    Outcome outcome =
        run(
            """
            SELECT 1 AS first,
            \\echo between
            2 AS second
            \\p
            \\w %s
            ;
            SELECT 3 \\r
            SELECT 4 AS fourth \\echo same \\g
            SELECT 5 AS fifth \\\\ SELECT 6;
            """
                .formatted(written));
    assertThat(outcome.err()).contains("42601"); // SELECT 5 AS fifth SELECT 6
    assertThat(outcome.out())
        .startsWith("between\nSELECT 1 AS first,\n2 AS second\n first | second \n")
        .containsSubsequence("Query buffer reset (cleared).\n", "same\n", " fourth \n");
    assertThat(Files.readString(written)).isEqualTo("SELECT 1 AS first,\n2 AS second\n");
  }

  @Test
  void shouldRunFilesWithinFiles() throws Exception {
    Path inner = files.resolve("inner file.sql");
    Files.writeString(inner, "SELECT 'inner' AS place;\n");
    Outcome outcome =
        run("SELECT 'before' AS place;\n\\i '%s'\nSELECT 'after' AS place;".formatted(inner));
    assertThat(outcome.out()).containsSubsequence("before", "inner", "after");
    Outcome missing = run("\\i " + files.resolve("nosuch"));
    assertThat(missing.status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    assertThat(missing.err()).endsWith("nosuch: no such file\n");
  }

  @Test
  void shouldSendResultsToFilesAndPrograms() throws Exception {
    Path out = files.resolve("out.txt");
    Path piped = files.resolve("piped.txt");
    Outcome outcome =
        run(
            """
            \\pset tuples_only on
            \\o %s
            SELECT 'filed';
            \\qecho also filed
            \\echo not filed
            \\dt pets
            \\o |tr a-z A-Z > %s
            SELECT 'piped';
            \\o
            SELECT 'printed';
            SELECT 'alone' \\g %s
            SELECT 'last';
            """
                .formatted(out, piped, files.resolve("alone.txt")));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("Tuples only is on.\nnot filed\n printed\n\n last\n\n");
    assertThat(Files.readString(out)).startsWith(" filed\n\nalso filed\n").contains("pets");
    assertThat(Files.readString(piped)).isEqualTo(" PIPED\n\n");
    assertThat(Files.readString(files.resolve("alone.txt"))).isEqualTo(" alone\n\n");
    assertThat(run("\\o /nosuch/folder/file").err()).contains("/nosuch/folder/file");
  }

  @Test
  void shouldCopyRowsToFilesAndBack() throws Exception {
    Path text = files.resolve("pets.txt");
    Path csv = files.resolve("pets.csv");
    Outcome outcome =
        run(
            """
            \\copy pets to %1$s
            \\copy (SELECT id, name FROM pets ORDER BY id) to '%2$s' with (format csv, header)
            DELETE FROM pets;
            \\copy pets from %1$s
            SELECT count(*), sum(twice) FROM pets;
            DELETE FROM pets;
            \\copy pets (id, name) from program 'cat %2$s' csv header
            SELECT count(*) AS again, count(name) FROM pets WHERE name IS NULL OR length(name) IN (0, 14);
            \\copy (SELECT 'x' || chr(9) || 'y', NULL) to stdout
            \\copy (SELECT 1 AS a, 'b;' AS b) to pstdout (format csv, delimiter ';', force_quote *)
            """
                .formatted(text, csv));
    assertThat(outcome.err()).isEmpty();
    assertThat(Files.readString(text)).isEqualTo("1\tIda,\\n\"the\\tcat\"\n2\t\\N\n3\t\n");
    assertThat(Files.readString(csv))
        .isEqualTo("id,name\n1,\"Ida,\n\"\"the\tcat\"\"\"\n2,\n3,\"\"\n");
    assertThat(outcome.out())
        .contains(
            "COPY 3\n", "     3 |  12\n", "     3 |     2\n", "x\\ty\t\\N\n", "\"1\";\"b;\"\n");
  }

  @Test
  void shouldCopyRowsOfParquetFiles() throws Exception {
    Path file = files.resolve("pets.parquet");
    run("CREATE TABLE kept (id int, n numeric(9, 2), at timestamptz, tags text[], raw bytea)");
    run(
        "INSERT INTO kept SELECT g, g / 4.0, '2026-01-01 00:00Z'::timestamptz + g * interval '1h',"
            + " ARRAY['a \"' || g, NULL, 'b\\,c'], decode('00ff', 'hex') FROM generate_series(1,"
            + " 3000) g");
    run("CREATE TABLE again (LIKE kept)");
    try (java.sql.Connection connection =
            java.sql.DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres"
                    .formatted(server.pgAddress().getPort()));
        java.sql.Statement statement = connection.createStatement()) {
      statement.execute("COPY kept TO '%s' (FORMAT parquet)".formatted(file));
    }
    byte[] whole = Files.readAllBytes(file);
    Outcome outcome =
        run(
            """
            \\copy again from %1$s (format parquet)
            \\copy again (id, n, at, tags, raw) from program 'cat %1$s' (format parquet)
            SELECT count(*) AS differ FROM (SELECT * FROM again EXCEPT SELECT * FROM kept) d;
            """
                .formatted(file));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("COPY 3000\nCOPY 3000\n", "      0\n");
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertThat(run("\\copy again from %s (format parquet)".formatted(file)).err())
        .startsWith("ERROR 22P04: the file is not valid Parquet data");
    assertThat(run("\\copy again from stdin (format parquet)").err())
        .contains("needs a file or a program");
    assertThat(run("SELECT count(*) FROM again", "--format", "csv").out()).contains("6000");
  }

  @Test
  void shouldCopyRowsOfTheScript() {
    Outcome outcome =
        run(
            """
            COPY public.pets (id, name) FROM stdin;
            10\tten
            11\t\\N
            \\.
            \\copy pets from stdin csv
            12,"twelve, quoted"
            \\.
            COPY (SELECT id, name FROM pets WHERE id > 9 ORDER BY id) TO STDOUT;
            """);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("COPY 2\nCOPY 1\n10\tten\n11\t\\N\n12\ttwelve, quoted\n");
  }

  @Test
  void shouldCopyAllRowsOrNone() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int id = 100; id < 5_100; id++) {
      lines.append(id).append("\tp").append(id).append('\n');
    }
    Path good = Files.writeString(files.resolve("good.txt"), lines);
    Path bad = Files.writeString(files.resolve("bad.txt"), lines + "6000\tx\nseven\ty\n");
    Path narrow = Files.writeString(files.resolve("narrow.txt"), "7000\tx\n7001\n");

    Outcome failed = run("\\copy pets from " + bad);
    assertThat(failed.status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    assertThat(failed.err())
        .startsWith("ERROR 22P02: invalid input syntax for type integer: \"seven\"")
        .contains("CONTEXT: COPY pets, line 5002: \"seven\ty\"");
    assertThat(run("\\copy pets from " + narrow).err())
        .startsWith("ERROR 22P04: missing data for column \"name\"")
        .contains("CONTEXT: COPY pets, line 2: \"7001\"");
    assertThat(count()).isEqualTo(3);
    assertThat(run("\\copy pets from program 'cat %s; exit 3'".formatted(good)).err())
        .contains("program ended with exit status 3");
    assertThat(count()).isEqualTo(3);

    Outcome within =
        run("BEGIN;\n\\copy pets from %s\nROLLBACK;\n\\copy pets from %s\n".formatted(good, good));
    assertThat(within.out()).isEqualTo("BEGIN\nCOPY 5000\nROLLBACK\nCOPY 5000\n");
    assertThat(count()).isEqualTo(5_003);
  }

  private int count() {
    String out = run("SELECT count(*) FROM pets", "--format", "csv").out();
    return Integer.parseInt(out.lines().toList().get(1));
  }

  @Test
  void shouldRefuseCopiesThatItDoesNotSupport() {
    assertThat(run("\\copy pets").err()).contains("arguments required");
    assertThat(run("\\copy pets from").err()).contains("parse error at end of line");
    assertThat(run("\\copy pets from x (format binary)").err()).contains("must be text or csv");
    assertThat(run("\\copy pets from x where id > 1").err()).contains("WHERE is not supported");
    assertThat(run("\\copy pets from x (nosuch 1)").err()).contains("\"nosuch\" not recognized");
    assertThat(run("\\copy pets from " + files.resolve("nosuch")).err()).contains("no such file");
    assertThat(run("\\copy nosuch from stdin\n\\.\n").err()).startsWith("ERROR 42P01");
  }

  @Test
  void shouldConnectToAnotherDatabase() {
    run("CREATE DATABASE other; CREATE ROLE bob LOGIN SUPERUSER");
    Outcome outcome =
        run(
            """
            \\c other
            SELECT current_database() || '/' || current_user AS place;
            \\c - bob
            SELECT current_database() || '/' || current_user AS place;
            \\c colonnade colonnade 127.0.0.1 %1$d
            SELECT current_database() || '/' || current_user AS place;
            \\c colonnade://127.0.0.1:%1$d/other
            SELECT current_database() || '/' || current_user AS place;
            """
                .formatted(server.nativeAddress().getPort()));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .containsSubsequence(
            "You are now connected to database \"other\" as user \"colonnade\"",
            "other/colonnade",
            "other/bob",
            "colonnade/colonnade",
            "other/colonnade");
    Outcome refused = run("\\set ON_ERROR_STOP off\n\\c nosuch\nSELECT current_database();");
    assertThat(refused.err()).startsWith("ERROR 3D000");
    assertThat(refused.out()).contains("colonnade"); // the connection before is kept
  }

  @Test
  void shouldSetTheDisplay() {
    Outcome outcome =
        run(
            """
            \\pset border 2
            \\pset null (null)
            \\pset footer off
            SELECT id, name FROM pets WHERE id > 1 ORDER BY id;
            \\a
            \\f ;
            \\t
            SELECT id, name FROM pets WHERE id > 1 ORDER BY id;
            \\x
            SELECT id, name FROM pets WHERE id = 2;
            \\pset format csv
            \\pset csv_fieldsep ;
            SELECT id, name FROM pets WHERE id > 1 ORDER BY id;
            """);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            """
            Border style is 2.
            Null display is "(null)".
            Default footer is off.
            +----+--------+
            | id |  name  |
            +----+--------+
            |  2 | (null) |
            |  3 |        |
            +----+--------+

            Output format is unaligned.
            Field separator is ";".
            Tuples only is on.
            2;(null)
            3;
            Expanded display is on.
            id;2
            name;(null)
            Output format is csv.
            Field separator for CSV is ";".
            2;(null)
            3;""
            """);
    assertThat(run("\\pset").out()).contains("border           1\n", "null             ''\n");
    assertThat(run("\\pset nosuch 1").err()).contains("\\pset: unknown option: nosuch");
    assertThat(run("\\pset border 3").err()).contains("must be a number from 0 to 2");
    assertThat(run("\\pset format html").err()).contains("aligned, unaligned, csv, json");
    assertThat(run("\\x maybe").err()).contains("Boolean expected");
  }

  /** The file was written by psql 15, with the same statements and a quiet start. */
  @Test
  void shouldPrintTablesAsPsqlDoes() throws Exception {
    String expected = Files.readString(Path.of("src/test/resources/shell/psql-tables.txt"));
    String queries =
        """
        SELECT 1 AS id, 'Ida, the cat' AS name, 4.50 AS weight
          UNION ALL SELECT 22, NULL, 30 UNION ALL SELECT 3, E'two\\nlines', NULL ORDER BY 1;
        SELECT 'x' AS "a long name", E'\\u00e4\\n\\u00f6\\u00fc' AS t, 5 AS n;
        SELECT 1 AS none WHERE false;
        """;
    List<String> cases = List.of(expected.split("(?m)^=== ", -1));
    assertThat(cases).hasSizeGreaterThan(30);
    for (String each : cases.subList(1, cases.size())) {
      int end = each.indexOf('\n');
      String options = each.substring(0, end);
      String settings =
          List.of(options.split(", ", -1)).stream()
              .map(option -> "\\pset " + option + "\n")
              .collect(Collectors.joining());
      Outcome outcome = run(settings + queries, "-v", "QUIET=on");
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out()).as(options).isEqualTo(each.substring(end + 1));
    }
  }

  @Test
  void shouldHelp() {
    assertThat(run("\\h").out()).contains("Available help:", "\n  CREATE TABLE\n");
    assertThat(run("\\h savepoint").out())
        .isEqualTo("Command:     SAVEPOINT\nSyntax:\nSAVEPOINT name\n");
    assertThat(run("\\h create table pets;").out()).contains("Command:     CREATE TABLE\n");
    assertThat(run("\\h alter").out()).contains("ALTER DATABASE", "ALTER VIEW");
    assertThat(run("\\h nosuch").out()).contains("No help available for \"nosuch\".");
    assertThat(run("\\?").out()).contains("\\copy ...", "\\pset [NAME [VALUE]]");
  }

  @Test
  void shouldRunPrograms() {
    assertThat(run("\\! exit 1").status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    Path made = files.resolve("made");
    assertThat(run("\\! echo a\\\\b > " + made).status()).isZero();
    assertThat(made).exists();
  }

  private record Outcome(int status, String out, String err) {}

  /** Runs the shell with a script as its file. */
  private Outcome run(String script, String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        List.of(
            "-c",
            script,
            "--url",
            "jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/colonnade"));
    int status =
        new CommandLine(new SqlCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    return new Outcome(status, out.toString(), err.toString());
  }
}
