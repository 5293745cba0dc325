package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.RocksStoreConfig;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that draws values until it is killed, and says on standard output what it drew: {@code
 * value NAME NUMBER}. It says {@code about NAME} before it creates or drops a sequence of that
 * name.
 */
final class KillVictim {
  static final int DRAWERS = 3;
  static final String KEPT = "kept";
  static final UUID STORE_ID = new UUID(3, 4);

  private final SequenceHouse house;
  private final long seed;

  private KillVictim(SequenceHouse house, long seed) {
    this.house = house;
    this.seed = seed;
  }

  /** Takes the store's folder, a prefix for names that were never used, and a seed. */
  public static void main(String[] arguments) {
    ExecutorService threads = Executors.newCachedThreadPool();
    SequenceHouse house = open(Path.of(arguments[0]), threads);
    KillVictim victim = new KillVictim(house, Long.parseLong(arguments[2]));
    if (house.sequences.find(KEPT) == null) {
      house.operations.create(KEPT, SequenceOptions.builder().cache(20).build());
    }
    System.out.println("ready");
    for (int drawer = 0; drawer < DRAWERS; drawer++) {
      CacheMethod method = drawer == 0 ? CacheMethod.CONNECTION : CacheMethod.SERVER;
      start(() -> victim.draw(method));
    }
    start(() -> victim.change(arguments[1]));
  }

  static SequenceHouse open(Path folder, ExecutorService threads) {
    Store store = RocksStore.open(folder, RocksStoreConfig.defaults(), STORE_ID);
    return new SequenceHouse(
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

  private void draw(CacheMethod method) {
    SequenceSession session = house.newSession();
    session.cacheMethod(method);
    Sequence sequence = house.sequences.require(KEPT);
    while (true) {
      say("value " + KEPT + " " + SequenceHouse.next(session, sequence));
    }
  }

  private void change(String prefix) {
    Random random = new Random(seed);
    SequenceSession session = house.newSession();
    for (int round = 0; ; round++) {
      house.operations.alter(KEPT, SequenceChange.builder().cache(1 + random.nextInt(30)).build());
      house.sequences.require(KEPT).cache().retire();
      String name = prefix + round;
      say("about " + name);
      Sequence sequence = house.operations.create(name, SequenceOptions.defaults());
      try {
        say("value " + name + " " + SequenceHouse.next(session, sequence));
      } catch (ColonnadeException e) {
        say("refused " + e.code());
      }
      if (random.nextBoolean()) {
        say("about " + name);
        house.operations.drop(name);
        say("gone " + name);
      }
    }
  }

  private static void say(String line) {
    synchronized (System.out) {
      System.out.println(line);
    }
  }
}
