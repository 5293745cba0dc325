package dev.colonnade.sql;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlScript.Entry;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Report of the recorded files in detail: each record whose result differs from PostgreSQL's, and
 * totals.
 *
 * <p>Arguments are names of files of {@code resources/sql}, without their suffix; none are the
 * files of {@link SqlLogicTest}. The argument {@code -quiet} prints totals only.
 */
final class SqlLogicReport {
  private static final long MIB = 1024 * 1024;
  private static final int ANSWER_LENGTH_MAX = 2_000;
  private static final int REASONS_MAX = 60;
  private static final int REASON_LENGTH_MAX = 160;

  private final PrintStream out;
  private final boolean isQuiet;
  private final Map<String, Integer> reasons = new HashMap<>();
  private int recordCount;
  private int failureCount;

  private SqlLogicReport(PrintStream out, boolean isQuiet) {
    this.out = out;
    this.isQuiet = isQuiet;
  }

  /** Runs files and prints their differences. */
  public static void main(String[] arguments) {
    List<String> options = List.of(arguments);
    List<String> named = options.stream().filter(name -> !name.startsWith("-")).toList();
    SqlLogicReport report = new SqlLogicReport(System.out, options.contains("-quiet"));
    report.run(named.isEmpty() ? SqlLogicTest.files() : named);
  }

  private void run(List<String> files) {
    for (String file : files) {
      runFile(file);
    }
    out.println("== messages of failures");
    reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(REASONS_MAX)
        .forEach(reason -> out.printf("%6d %s%n", reason.getValue(), reason.getKey()));
    out.printf(
        "== all: records=%d passed=%d failed=%d%n",
        recordCount, recordCount - failureCount, failureCount);
  }

  private void runFile(String file) {
    List<Entry> entries = SqlScript.parse(SqlResources.read("/sql/" + file + ".test"));
    Path folder = temporaryFolder();
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    int failures = 0;
    try (Database database = Database.open(StorageConfig.at(folder).withStore(store))) {
      SqlSession session = database.session("test").sql();
      for (Entry entry : entries) {
        failures += isAsRecorded(file, session, entry) ? 0 : 1;
      }
    } finally {
      delete(folder);
    }
    recordCount += entries.size();
    failureCount += failures;
    out.printf("== %s: records=%d failed=%d%n", file, entries.size(), failures);
  }

  private boolean isAsRecorded(String file, SqlSession session, Entry entry) {
    String expected = SqlLogicTest.expected(entry.expectation());
    String actual = answer(session, entry);
    if (actual.equals(expected)) {
      return true;
    }
    String reason = actual.startsWith("error") ? firstLine(actual) : "rows";
    reasons.merge(reason, 1, Integer::sum);
    if (!isQuiet) {
      out.printf("-- %s.test:%d%n%s%n", file, entry.line(), entry.sql());
      out.printf(">> expected%n%s%n>> actual%n%s%n", shortened(expected), shortened(actual));
    }
    return false;
  }

  private static String firstLine(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.substring(0, Math.min(line.length(), REASON_LENGTH_MAX));
  }

  /** Returns the answer, or the exception that no statement should cause. */
  private static String answer(SqlSession session, Entry entry) {
    try {
      return SqlLogicTest.answer(session, entry);
    } catch (RuntimeException | Error e) {
      StackTraceElement[] trace = e.getStackTrace();
      return "error of the program: " + e + (trace.length == 0 ? "" : " at " + trace[0]);
    }
  }

  private static String shortened(String answer) {
    return answer.length() <= ANSWER_LENGTH_MAX
        ? answer
        : answer.substring(0, ANSWER_LENGTH_MAX) + " ...";
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("sqllogic");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
