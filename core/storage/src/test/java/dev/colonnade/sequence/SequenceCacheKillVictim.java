package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Process that allocates values until it is killed, and prints each one on standard output: {@code
 * value NAME NUMBER}. It prints {@code about NAME} before it creates or drops a sequence of that
 * name.
 */
final class SequenceCacheKillVictim {
  static final int ALLOCATORS = 3;
  static final String PERMANENT = "permanent";
  static final UUID STORE_ID = new UUID(3, 4);

  private final SequenceFixture fixture;
  private final long seed;

  private SequenceCacheKillVictim(SequenceFixture fixture, long seed) {
    this.fixture = fixture;
    this.seed = seed;
  }

  /**
   * Runs with three arguments: the folder of the store, a prefix for names that were never used,
   * and a seed.
   */
  public static void main(String[] arguments) {
    ExecutorService threads = Executors.newCachedThreadPool();
    SequenceFixture fixture = open(Path.of(arguments[0]), threads);
    SequenceCacheKillVictim victim =
        new SequenceCacheKillVictim(fixture, Long.parseLong(arguments[2]));
    if (fixture.sequences.find(PERMANENT) == null) {
      fixture.operations.create(PERMANENT, SequenceOptions.builder().cache(20).build());
    }
    System.out.println("ready");
    for (int allocator = 0; allocator < ALLOCATORS; allocator++) {
      CacheMethod method = allocator == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
      start(() -> victim.allocate(method));
    }
    start(() -> victim.change(arguments[1]));
  }

  static SequenceFixture open(Path folder, ExecutorService threads) {
    Store store = RocksStore.open(folder, RocksStoreConfig.defaults(), STORE_ID);
    return new SequenceFixture(
        store,
        SequenceConfig.DEFAULT.withCacheMin(10).withAheadMax(2_000),
        threads,
        NanoTicker.system());
  }

  private static void start(Runnable work) {
    Thread thread = Thread.ofPlatform().unstarted(work);
    thread.setUncaughtExceptionHandler(
        (_, failure) -> {
          System.err.println("victim failed: " + failure);
          Runtime.getRuntime().halt(1);
        });
    thread.start();
  }

  private void allocate(CacheMethod method) {
    SequenceSession session = fixture.newSession();
    session.cacheMethod(method);
    Sequence sequence = fixture.sequences.require(PERMANENT);
    while (true) {
      print("value " + PERMANENT + " " + SequenceFixture.next(session, sequence));
    }
  }

  private void change(String prefix) {
    Random random = new Random(seed);
    SequenceSession session = fixture.newSession();
    for (int round = 0; ; round++) {
      fixture.operations.alter(
          PERMANENT, SequenceChange.builder().cache(1 + random.nextInt(30)).build());
      fixture.sequences.require(PERMANENT).cache().evict();
      String name = prefix + round;
      print("about " + name);
      Sequence sequence = fixture.operations.create(name, SequenceOptions.defaults());
      try {
        print("value " + name + " " + SequenceFixture.next(session, sequence));
      } catch (ColonnadeException e) {
        print("refused " + e.code());
      }
      if (random.nextBoolean()) {
        print("about " + name);
        fixture.operations.drop(name);
        print("gone " + name);
      }
    }
  }

  private static void print(String line) {
    synchronized (System.out) {
      System.out.println(line);
    }
  }
}
