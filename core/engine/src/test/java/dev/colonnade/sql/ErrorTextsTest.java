package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs wrong statements, and compares their errors with PostgreSQL 15's ({@code resources/errors}):
 * SQLSTATE, message, detail, hint, position, table, column and constraint. The numbers of equal
 * SQLSTATEs and of equal errors must not decrease. Every second statement is run; with {@code
 * -Derrors.all=true} all are, and the test fails for every difference, and prints it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ErrorTextsTest {
  private static final long MIB = 1024 * 1024;

  /** Fields that only the protocol has, or only PostgreSQL. */
  private static final Set<String> NOT_COMPARED = Set.of("schema", "type", "where");

  private static final Pattern CHANGING =
      Pattern.compile(
          "^(create|alter|drop|comment|insert|update|delete|truncate|merge|with)\\b(?! database)");

  /** Statement, or several of which the last is wrong, and the lines of PostgreSQL's error. */
  private record Case(String statements, List<String> answer) {
    String state() {
      return answer.getFirst();
    }
  }

  private Database database;
  private int databaseCount;

  @BeforeAll
  public void open(@TempDir Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
  }

  @AfterAll
  public void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({
    "syntax, 120, 112",
    "names, 77, 65",
    "groups, 26, 17",
    "writes, 61, 48",
    "data, 84, 63",
    "definitions, 94, 66",
    "session, 43, 36",
    "types, 99, 67",
    "statements, 198, 146",
    "objects, 155, 150",
    "tables, 104, 102"
  })
  void shouldReportPostgresqlsErrors(String file, int equalStates, int alike) {
    boolean isAll = Boolean.getBoolean("errors.all");
    List<Case> cases = cases(SqlResources.read("/errors/" + file + ".txt"), isAll ? 1 : 2);
    List<String> differences = new ArrayList<>();
    int sameState = 0;
    int same = 0;
    SqlSession session = fresh();
    for (Case wrong : cases) {
      List<String> answer = answer(session, wrong.statements());
      if (answer.getFirst().equals(wrong.state())) {
        sameState++;
      }
      if (answer.equals(wrong.answer())) {
        same++;
      } else {
        differences.add(
            wrong.statements()
                + "\n--- expected\n"
                + String.join("\n", wrong.answer())
                + "\n--- actual\n"
                + String.join("\n", answer));
      }
    }
    session.close();
    assertThat(List.of(sameState, same))
        .as(
            "%s: %d SQLSTATEs and %d errors of %d are equal\n%s",
            file, sameState, same, cases.size(), String.join("\n\n", differences))
        .satisfies(
            counts -> {
              assertThat(counts.getFirst())
                  .isGreaterThanOrEqualTo(isAll ? cases.size() : equalStates);
              assertThat(counts.getLast()).isGreaterThanOrEqualTo(isAll ? cases.size() : alike);
            });
  }

  /** Session of a database with the tables of the statements. */
  private SqlSession fresh() {
    String name = "errors" + databaseCount++;
    try (SqlSession creating = database.session("postgres", "postgres").sql()) {
      creating.execute("create database " + name).close();
    }
    SqlSession session = database.session("postgres", name).sql();
    session.execute("set default_transaction_isolation = 'read committed'").close();
    SqlResources.read("/errors/fixture.txt").lines().forEach(line -> session.execute(line).close());
    return session;
  }

  /** Returns every case of a file, or every second: all of them take long. */
  private static List<Case> cases(String text, int step) {
    List<Case> cases = new ArrayList<>();
    String[] parts = text.split("\n\n", -1);
    for (int i = 0; i < parts.length; i += step) {
      List<String> lines = parts[i].strip().lines().toList();
      List<String> answer = new ArrayList<>();
      boolean isCompared = true;
      for (String line : lines.subList(1, lines.size())) {
        int colon = line.indexOf(": ");
        // A detail may have several lines.
        isCompared = colon < 0 ? isCompared : !NOT_COMPARED.contains(line.substring(0, colon));
        if (isCompared) {
          answer.add(line);
        }
      }
      cases.add(new Case(lines.getFirst().substring(2), answer));
    }
    return cases;
  }

  private static List<String> answer(SqlSession session, String statements) {
    List<String> answer = List.of("no error");
    if (CHANGING.matcher(statements).find()) {
      session.execute("begin").close(); // an unexpected success is undone
    }
    for (String statement : statements.split(" ;; ", -1)) {
      answer = answerOfOne(session, statement);
    }
    if (session.transactionStatus() != TransactionStatus.IDLE) {
      session.execute("rollback").close();
    }
    return answer;
  }

  private static List<String> answerOfOne(SqlSession session, String statement) {
    try {
      for (SqlText text : session.parse(statement)) {
        run(session, session.prepareAlone(text, Cancellation.withoutDeadline()));
      }
      return List.of("no error");
    } catch (ColonnadeException e) {
      List<String> answer = new ArrayList<>();
      ErrorFields fields = e.fields();
      add(answer, "state", e.sqlState());
      add(answer, "message", e.getMessage());
      add(answer, "detail", fields.detail());
      add(answer, "hint", fields.hint());
      add(answer, "position", fields.position() == 0 ? null : String.valueOf(fields.position()));
      add(answer, "table", fields.table());
      add(answer, "column", fields.column());
      add(answer, "constraint", fields.constraint());
      return answer.stream().flatMap(String::lines).toList();
    }
  }

  /** Runs a statement and reads its rows: some errors occur while reading. */
  private static void run(SqlSession session, SqlPrepared prepared) {
    try (SqlResult result = session.execute(prepared, Cancellation.withoutDeadline(), List.of())) {
      boolean isThereMore = true;
      while (isThereMore) {
        isThereMore = result.next() != null;
      }
    }
  }

  private static void add(List<String> answer, String name, @Nullable String value) {
    if (value != null) {
      answer.add(name + ": " + value);
    }
  }
}
