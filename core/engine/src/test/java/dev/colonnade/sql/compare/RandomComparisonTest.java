package dev.colonnade.sql.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random statements have the same answers as in PostgreSQL 15, except for known classes of
 * differences ({@code known-differences.txt}). Without PostgreSQL, recorded statements run ({@code
 * recorded-answers.txt}).
 *
 * <p>Every round of statements has random settings of its seed ({@link PlannerSettings}).
 *
 * <ul>
 *   <li>{@code -Dcolonnade.compare.statements=N}: runs N statements instead of a small number
 *   <li>{@code -Dcolonnade.compare.wrongPercent=N}: share of statements that are made wrong, 0
 *       otherwise
 *   <li>{@code -Dcolonnade.compare.report=FILE}: reduces all differences, known ones too, and
 *       writes them, also while it runs
 *   <li>{@code -Dcolonnade.compare.avoid=FEATURE,...}: omits statements with the features, as they
 *       are in the names of classes, with underscores for spaces
 *   <li>{@code -Dcolonnade.compare.values=true}: reports also statements of which only one side has
 *       an error of a value, which may depend on the order of evaluation
 *   <li>{@code -Dcolonnade.compare.settings=STATEMENT;...}: begins every session with statements,
 *       after those of the round
 *   <li>{@code -Dcolonnade.compare.record=FILE}: writes N statements with PostgreSQL's answers
 * </ul>
 */
@Tag("integration")
class RandomComparisonTest {
  private static final int STATEMENTS = Integer.getInteger("colonnade.compare.statements", 60);
  private static final int VARIANTS = Integer.getInteger("colonnade.compare.variants", 300);
  private static final @Nullable String REPORT = System.getProperty("colonnade.compare.report");
  private static final Set<String> AVOIDED =
      Set.of(
          System.getProperty("colonnade.compare.avoid", "none").replace("_", " ").split(",", -1));
  private static final long REPORT_NANOS = 20_000_000_000L;

  @Test
  void shouldAnswerAsPostgres(@TempDir Path folder) throws Exception {
    Path programs = PostgresServer.programs();
    assumeTrue(programs != null, "PostgreSQL 15 is not installed");
    long seed = Seed.of("RandomComparisonTest");
    Path cluster = Files.createTempDirectory("colonnade-compare");
    try (PostgresServer server = PostgresServer.start(requireNonNull(programs), cluster);
        Participant postgres = PostgresParticipant.connect(server);
        Participant colonnade = new ColonnadeParticipant(folder)) {
      Comparison comparison = new Comparison(postgres, colonnade);
      String record = System.getProperty("colonnade.compare.record");
      if (record == null) {
        compare(comparison, seed);
      } else {
        Files.writeString(Path.of(record), record(new AnswerRecorder(postgres, comparison), seed));
      }
    } finally {
      delete(cluster);
    }
  }

  private static void compare(Comparison comparison, long seed) throws IOException {
    List<String> known =
        resource("known-differences.txt").lines().filter(line -> !line.startsWith("#")).toList();
    Set<String> accepted = REPORT == null ? Set.copyOf(known) : Set.of();
    ComparisonRun run = new ComparisonRun(comparison, accepted, AVOIDED, VARIANTS);
    run(run, new Random(seed));
    System.out.println(run.numbers());
    List<String> unknown =
        run.report().classes().stream().filter(each -> !known.contains(each)).toList();
    assertThat(unknown).as("seed=%s %s", seed, run.report().text()).isEmpty();
  }

  private static void run(ComparisonRun run, Random seeds) throws IOException {
    long written = System.nanoTime();
    while (run.compared() < STATEMENTS) {
      run.round(seeds.nextLong());
      if (REPORT != null
          && (System.nanoTime() - written > REPORT_NANOS || run.compared() >= STATEMENTS)) {
        written = System.nanoTime();
        Files.writeString(Path.of(REPORT), run.numbers() + "\n\n" + run.report().text());
      }
    }
  }

  private static String record(AnswerRecorder recorder, long seed) {
    Random seeds = new Random(seed);
    for (int i = 0; i < STATEMENTS; i += AnswerRecorder.STATEMENTS_OF_ROUND) {
      recorder.round(seeds.nextLong());
    }
    return recorder.text();
  }

  @Test
  void shouldAnswerAsRecorded(@TempDir Path folder) {
    String recorded = resource("recorded-answers.txt");
    try (Participant colonnade = new ColonnadeParticipant(folder)) {
      assertThat(AnswerRecorder.replay(RecordedAnswers.parse(recorded), colonnade)).isEmpty();
    }
  }

  private static String resource(String name) {
    try (@Nullable InputStream input = RandomComparisonTest.class.getResourceAsStream(name)) {
      return new String(requireNonNull(input, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }
}
