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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the shell's command line with a real server. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShellTest {
  private Server server;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = TestServers.start(folder);
    Outcome made =
        run(
            "-c",
            "CREATE TABLE pets (id INTEGER PRIMARY KEY, name VARCHAR(20), weight NUMERIC(5,2));"
                + " INSERT INTO pets VALUES (1, 'Ida, the cat', 4.50), (2, NULL, 30.00)");
    assertThat(made.status()).isZero();
    assertThat(made.out()).isEqualTo("CREATE\nINSERT 2\n");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void shouldPrintAlignedColumns() {
    assertThat(run("-c", "SELECT * FROM pets ORDER BY id").out())
        .isEqualTo(
            """
             id |     name     | weight\s
            ----+--------------+--------
              1 | Ida, the cat |   4.50
              2 |              |  30.00
            (2 rows)

            """);
  }

  @Test
  void shouldPrintCsvAndJson() {
    String sql = "SELECT id, name, weight, id = 1 AS first FROM pets ORDER BY id";
    assertThat(run("-c", sql, "--format", "csv").out())
        .isEqualTo("id,name,weight,first\n1,\"Ida, the cat\",4.50,t\n2,,30.00,f\n");
    assertThat(run("-c", sql, "--format", "json").out())
        .isEqualTo(
            """
            [{"id":1,"name":"Ida, the cat","weight":4.50,"first":true},
             {"id":2,"name":null,"weight":30.00,"first":false}]
            """);
  }

  @Test
  void shouldRunAFileUpToTheFirstFailure(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("script.sql");
    Files.writeString(
        file,
        """
        -- a comment; with a semicolon
        SELECT 'a;b'
          AS x;
        \\x on
        SELECT 1 AS one, 2 AS two; SELECT nosuch;
        SELECT 'never'
        """);
    Outcome outcome = run("-f", file.toString());
    assertThat(outcome.status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    assertThat(outcome.out())
        .contains("a;b", "-[ RECORD 1 ]", "one | 1", "two | 2")
        .doesNotContain("never");
    assertThat(outcome.err()).startsWith("ERROR 42703");
    String include = "\\i " + file;
    assertThat(run("-c", include).status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
  }

  @Test
  void shouldListAndDescribeRelations() {
    assertThat(run("-c", "\\dt").out()).contains("public | pets | table");
    assertThat(run("-c", "\\d pets").out())
        .contains("weight | numeric(5,2)", "name   | varchar(20)", "not null", "UNIQUE (id)");
    assertThat(run("-c", "\\d nosuch").out())
        .contains("Did not find any relation named \"nosuch\"");
    assertThat(run("-c", "\\l").out()).contains("colonnade");
    assertThat(run("-c", "\\ds").out()).contains("Nothing found.");
    assertThat(run("-c", "\\?").out()).contains("\\timing");
    assertThat(run("-c", "\\nosuch").status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
  }

  @Test
  void shouldDescribeConstraintsViewsFunctionsTypesAndRoles() {
    String setup =
        """
        CREATE TABLE toys (pet INTEGER REFERENCES pets, price NUMERIC CHECK (price > 0));
        CREATE INDEX toys_pet ON toys (pet DESC) WHERE price > 5;
        CREATE VIEW cheap AS SELECT pet FROM toys WHERE price < 1;
        CREATE TYPE mood AS ENUM ('sad', 'glad');
        """;
    String commands =
        """
        \\d toys
        \\d pets
        \\d+ cheap
        \\df upp*
        \\dT
        \\du
        \\conninfo
        \\dt public.to*
        DROP VIEW cheap; DROP TABLE toys; DROP TYPE mood;
        """;
    assertThat(run("-c", setup + commands).out())
        .contains(
            "\"toys_pet\" (pet DESC) WHERE (price > ",
            "\"toys_price_check\" CHECK ((price > ",
            "\"toys_pet_fkey\" FOREIGN KEY (pet) REFERENCES pets(id)",
            "TABLE \"toys\" CONSTRAINT \"toys_pet_fkey\"",
            "View definition:",
            "pg_catalog | upper | text",
            "public | mood | sad, glad",
            "superuser",
            "Connected to database \"colonnade\" as user \"colonnade\"",
            "public | toys | table");
  }

  @Test
  void shouldRepeatStatements() {
    Outcome outcome =
        run(
            "-c",
            """
            SELECT 1 AS one \\gx
            \\g
            \\echo between
            CREATE SEQUENCE counted;
            SELECT 1 / (3 - nextval('counted')) AS left_over \\watch 0.001
            """);
    assertThat(outcome.out()).containsSubsequence("one | 1", " one \n", "between");
    assertThat(outcome.out().split("left_over", -1)).hasSize(3);
    assertThat(outcome.err()).contains("22012");
    assertThat(outcome.status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    assertThat(run("-c", "DROP SEQUENCE counted; SELECT 1 \\watch often").err())
        .contains("number of seconds");
  }

  @Test
  void shouldPrintTimesAndWarnings() {
    assertThat(run("-c", "SELECT 1", "--timing").out()).containsPattern("Time: [0-9.]+ ms");
    assertThat(run("-c", "COMMIT").err()).contains("WARNING 25P01");
  }

  @Test
  void shouldReportFailuresByItsExitStatus() {
    assertThat(run("-c", "SELEC").status()).isEqualTo(SqlCommand.STATEMENT_FAILED);
    Outcome refused = call("--url", "jdbc:colonnade://127.0.0.1:1/x", "-c", "SELECT 1");
    assertThat(refused.status()).isEqualTo(SqlCommand.NOT_CONNECTED);
    assertThat(refused.err()).contains("127.0.0.1");
    assertThat(run("-c", "SELECT 1", "--format", "nosuch").status()).isEqualTo(2);
  }

  @Test
  void shouldAcceptUrlsWithoutJdbc() {
    String address = "127.0.0.1:" + server.nativeAddress().getPort();
    assertThat(call("--url", "colonnade://" + address, "-c", "SELECT current_database()").out())
        .contains("colonnade");
    assertThat(ServerUrl.jdbcUrl("colonnade://a:1,b:2/shop"))
        .isEqualTo("jdbc:colonnade://a:1,b:2/shop");
    assertThat(ServerUrl.jdbcUrl("jdbc:colonnade://a:1")).isEqualTo("jdbc:colonnade://a:1");
  }

  private record Outcome(int status, String out, String err) {}

  private Outcome run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url");
    all.add("jdbc:colonnade://127.0.0.1:" + server.nativeAddress().getPort() + "/colonnade");
    return call(all.toArray(String[]::new));
  }

  private static Outcome call(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new SqlCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Outcome(status, out.toString().replace("\r", ""), err.toString());
  }
}
