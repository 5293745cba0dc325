package dev.colonnade.sql.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A random sample of sqllogictest's corpus returns the recorded results.
 *
 * <ul>
 *   <li>{@code -Dcolonnade.corpus.seconds=N}: duration of the sample, 6 seconds otherwise
 *   <li>{@code -Dcolonnade.corpus.percent=N}: share of the queries of each file, 3 otherwise
 *   <li>{@code -Dcolonnade.corpus.files=TEXT}: only files whose path contains the text
 *   <li>{@code -Dcolonnade.seed=N}: seed of the sample
 *   <li>{@code -Dcolonnade.corpus.postgres=URL}: JDBC address of a PostgreSQL whose answers count
 *       where they differ from the recorded ones; its schema {@code corpus} is replaced
 * </ul>
 */
@Tag("integration")
class CorpusTest {
  private static final long MIB = 1024 * 1024;
  private static final int SECONDS = Integer.getInteger("colonnade.corpus.seconds", 6);
  private static final int QUERY_PERCENT = Integer.getInteger("colonnade.corpus.percent", 3);
  private static final String FILES = System.getProperty("colonnade.corpus.files", "");
  private static final @Nullable String POSTGRES = System.getProperty("colonnade.corpus.postgres");
  private static final String JOINS = "test/select5.test";
  private static final int JOINS_PERCENT = 4;

  /** Limit of a join of up to 64 tables: a second, and allowance for a busy machine. */
  private static final long JOIN_SECONDS_MAX = 5;

  @Test
  void shouldReturnTheResultsOfASampleOfTheCorpus(@TempDir Path folder) throws Exception {
    long seed = Seed.of("CorpusTest");
    Random random = new Random(seed);
    List<String> names =
        new ArrayList<>(CorpusFile.names().stream().filter(name -> name.contains(FILES)).toList());
    Collections.shuffle(names, random);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    try (Database database = open(folder);
        CorpusReference reference = POSTGRES == null ? null : CorpusReference.connect(POSTGRES)) {
      CorpusRun run = new CorpusRun(database, random, QUERY_PERCENT, reference);
      for (String name : names) {
        if (System.nanoTime() < end) {
          run.run(CorpusFile.read(name), () -> System.nanoTime() >= end);
        }
      }
      System.out.println(run.numbers());
      assertThat(run.differences()).as("seed=%d %s", seed, run.numbers()).isEmpty();
    }
  }

  @Test
  void shouldJoinSixtyFourTables(@TempDir Path folder) throws IOException {
    Random random = new Random(Seed.of("CorpusTest.joins"));
    try (Database database = open(folder)) {
      CorpusRun run = new CorpusRun(database, random, JOINS_PERCENT, null);
      run.run(CorpusFile.read(JOINS), () -> false);
      System.out.println(run.numbers());
      assertThat(run.differences()).as(run.numbers()).isEmpty();
      assertThat(run.longestNanos()).isLessThan(TimeUnit.SECONDS.toNanos(JOIN_SECONDS_MAX));
    }
  }

  private static Database open(Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    return Database.open(StorageConfig.at(folder).withStore(store));
  }
}
