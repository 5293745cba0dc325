package dev.colonnade.sql.corpus;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.corpus.CorpusRecord.Query;
import dev.colonnade.sql.corpus.CorpusRecord.Statement;
import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Execution of files of the corpus, each in a database of its own, with counts and differences. */
final class CorpusRun {
  private static final int DIFFERENCES_MAX = 200;

  /**
   * Errors that PostgreSQL reports where the databases of the corpus do not: names and types of
   * functions, limits of integers, divisions in branches of CASE, dependent views, syntax.
   */
  private static final Set<String> POSTGRES_ERRORS =
      Set.of("42883", "42803", "42804", "42601", "22003", "22012", "22P02", "2BP01", "42P01");

  /** PostgreSQL divides these as fractions, the databases of the corpus as integers. */
  private static final Pattern FRACTION =
      Pattern.compile("/.*\\b(AVG|REAL|DECIMAL|FLOAT)\\b|\\b(AVG|REAL|DECIMAL|FLOAT)\\b.*/");

  private static final int TEXT_LENGTH_MAX = 1_000;

  private final Database database;
  private final Random random;
  private final int queryPercent;
  private final @Nullable CorpusReference reference;
  private long acceptedCount;
  private final List<String> differences = new ArrayList<>();
  private long statementCount;
  private long queryCount;
  private long longestNanos;
  private int fileCount;

  /**
   * Creates a run.
   *
   * @param queryPercent share of the queries of a file that are run, 1 to 100
   * @param reference PostgreSQL, whose answers count where they differ from the corpus; null if
   *     there is none
   */
  CorpusRun(
      Database database, Random random, int queryPercent, @Nullable CorpusReference reference) {
    this.reference = reference;
    this.database = requireNonNull(database, "database is null");
    this.random = requireNonNull(random, "random is null");
    this.queryPercent = queryPercent;
  }

  /** Runs the statements of a file and a share of its queries until the time is over. */
  void run(CorpusFile file, BooleanSupplier isOver) {
    String name = "corpus" + fileCount++;
    try (SqlSession creating = database.session("postgres", "postgres").sql()) {
      creating.execute("create database " + name).close();
    }
    if (reference != null) {
      reference.reset();
    }
    try (SqlSession session = database.session("postgres", name).sql()) {
      for (CorpusRecord each : file.records()) {
        if (isOver.getAsBoolean()) {
          return;
        }
        run(session, file.name(), each);
      }
    }
  }

  private void run(SqlSession session, String file, CorpusRecord each) {
    switch (each) {
      case Statement statement -> {
        statementCount++;
        run(session, file, statement);
      }
      case Query query -> {
        if (random.nextInt(100) < queryPercent) {
          queryCount++;
          run(session, file, query);
        }
      }
    }
  }

  private void run(SqlSession session, String file, Statement statement) {
    String actual = answer(session, statement);
    String expected =
        reference == null ? (statement.isError() ? "an error" : "") : reference.run(statement);
    boolean isEqual =
        reference != null
            ? expected.isEmpty() == actual.isEmpty()
            : statement.isError()
                ? !actual.isEmpty()
                : actual.isEmpty() || POSTGRES_ERRORS.contains(actual);
    if (!isEqual) {
      differ(file, statement, expected, actual);
    }
  }

  /** Returns the SQLSTATE of a statement; empty without an error. */
  private static String answer(SqlSession session, Statement statement) {
    try {
      session.execute(statement.sql()).close();
      return "";
    } catch (ColonnadeException e) {
      return e.sqlState();
    }
  }

  private void run(SqlSession session, String file, Query query) {
    long start = System.nanoTime();
    List<String> actual = answer(session, query);
    longestNanos = Math.max(longestNanos, System.nanoTime() - start);
    if (actual.equals(query.expected())) {
      return;
    }
    List<String> expected = reference == null ? query.expected() : reference.answer(query);
    boolean isAccepted =
        reference == null
            ? isOfPostgres(query, actual)
            : actual.equals(expected) || isSameError(expected, actual);
    if (isAccepted) {
      acceptedCount++;
    } else {
      differ(file, query, String.join(" ", expected), String.join(" ", actual));
    }
  }

  private static List<String> answer(SqlSession session, Query query) {
    try (SqlResult result = session.execute(query.sql())) {
      return CorpusAnswer.of(CorpusAnswer.texts(result), query);
    } catch (ColonnadeException e) {
      return CorpusReference.error(e.sqlState(), String.valueOf(e.getMessage()));
    }
  }

  private static boolean isSameError(List<String> expected, List<String> actual) {
    return CorpusReference.isError(expected)
        && CorpusReference.isError(actual)
        && expected.get(1).equals(actual.get(1));
  }

  private static boolean isOfPostgres(Query query, List<String> actual) {
    return CorpusReference.isError(actual)
        ? POSTGRES_ERRORS.contains(actual.get(1))
        : FRACTION.matcher(query.sql().replace('\n', ' ')).find();
  }

  private void differ(String file, CorpusRecord each, String expected, String actual) {
    if (differences.size() < DIFFERENCES_MAX) {
      differences.add(
          "%s:%d%n%s%n>> expected %s%n>> actual   %s"
              .formatted(file, each.line(), each.sql(), shortened(expected), shortened(actual)));
    }
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), TEXT_LENGTH_MAX));
  }

  List<String> differences() {
    return List.copyOf(differences);
  }

  /** Returns the duration of the longest query in nanoseconds. */
  long longestNanos() {
    return longestNanos;
  }

  /** Returns the counts as a text. */
  String numbers() {
    return "files=%d statements=%d queries=%d accepted=%d differences=%d longestQueryMillis=%d"
        .formatted(
            fileCount,
            statementCount,
            queryCount,
            acceptedCount,
            differences.size(),
            longestNanos / 1_000_000);
  }
}
