package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.buffer.overlay.MergeCursor;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.store.Durability;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Script runner for commands of several transactions, executed one after the other. The outcome of
 * a command that waits for a lock is {@code waits}; its final outcome follows that of the command
 * that unblocks it:
 *
 * <pre>
 *   t1 begin read_committed
 *   t1 put 1 11
 *   t2 put 1 12        -> waits
 *   t1 commit          -> ok, t2 ok
 * </pre>
 *
 * Every command is a statement of its own. Values are numbers.
 */
final class TransactionScript implements AutoCloseable {
  private static final long STEP_SECONDS_MAX = 120;

  private final TransactionFixture fixture;
  private final Map<String, Actor> actors = new LinkedHashMap<>();

  TransactionScript(TransactionFixture fixture) {
    this.fixture = fixture;
  }

  /** Runs {@code line} and returns its outcome. */
  String run(String line) throws Exception {
    String[] words = line.trim().split("\\s+");
    Actor actor = actors.computeIfAbsent(words[0], name -> new Actor());
    actor.running = actor.thread.submit(() -> actor.perform(words));
    StringBuilder outcome = new StringBuilder(settle(actor, "waits"));
    for (Map.Entry<String, Actor> other : actors.entrySet()) {
      if (other.getValue() != actor && other.getValue().running != null) {
        String late = settle(other.getValue(), "");
        outcome.append(late.isEmpty() ? "" : ", " + other.getKey() + " " + late);
      }
    }
    return outcome.toString();
  }

  /** Returns the outcome of the actor's command, or {@code waiting} if it waits for a lock. */
  private static String settle(Actor actor, String waiting) throws Exception {
    Future<String> running = requireNonNull(actor.running, "no command is running");
    long polls = TimeUnit.SECONDS.toMillis(STEP_SECONDS_MAX);
    for (long poll = 0; poll < polls; poll++) {
      try {
        String outcome = running.get(1, TimeUnit.MILLISECONDS);
        actor.running = null;
        return outcome;
      } catch (TimeoutException e) {
        Transaction transaction = actor.transaction;
        if (transaction != null && transaction.isWaiting()) {
          return waiting;
        }
      } catch (ExecutionException e) {
        throw new AssertionError("a command failed in an unexpected way", e.getCause());
      }
    }
    throw new AssertionError("a command does not end");
  }

  @Override
  public void close() {
    actors.values().forEach(actor -> actor.thread.shutdownNow());
  }

  /** Thread and state of one transaction of the script. */
  private final class Actor {
    private final ExecutorService thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    private final Map<String, Savepoint> savepoints = new HashMap<>();
    private volatile @Nullable Transaction transaction;
    private @Nullable Future<String> running;

    private String perform(String[] words) {
      try {
        return words[1].equals("begin") ? begin(words) : statement(words);
      } catch (ColonnadeException e) {
        return e.code().name().toLowerCase(Locale.ROOT);
      }
    }

    private String begin(String[] words) {
      IsolationLevel isolation = IsolationLevel.valueOf(words[2].toUpperCase(Locale.ROOT));
      TransactionOptions options = TransactionOptions.of(isolation);
      transaction = fixture.transactions.begin(words.length > 3 ? options.asReadOnly() : options);
      return "ok";
    }

    private String statement(String[] words) {
      Transaction current = requireNonNull(transaction, "no transaction");
      switch (words[1]) {
        case "commit" -> {
          current.commit(Durability.SYNC);
          return "ok";
        }
        case "rollback" -> {
          current.rollback();
          return "ok";
        }
        case "savepoint" -> {
          savepoints.put(words[2], current.savepoint());
          return "ok";
        }
        case "rollback_to" -> {
          current.rollbackTo(requireNonNull(savepoints.get(words[2]), "no savepoint"));
          return "ok";
        }
        default -> {
          current.beginStatement();
          return query(current, words);
        }
      }
    }

    private String query(Transaction current, String[] words) {
      return switch (words[1]) {
        case "get" -> text(current.get(MvccFixture.key(words[2])));
        case "scan" -> scan(current, words.length > 2 ? Integer.parseInt(words[2]) : 1);
        case "insert" -> {
          current.insert(
              MvccFixture.key(words[2]), MvccFixture.value(words[3]), LockWaitPolicy.FOREVER);
          yield "ok";
        }
        case "put" -> put(current, words[2], words[3]);
        case "add" -> add(current, words[2], Long.parseLong(words[3]));
        case "delete_where" -> deleteWhere(current, words[2]);
        case "lock" -> lock(current, words);
        default -> throw new IllegalArgumentException("unknown command " + words[1]);
      };
    }

    /** Returns all rows whose value is divisible by {@code divisor}. */
    private String scan(Transaction current, int divisor) {
      Map<String, String> rows = new TreeMap<>();
      try (MergeCursor cursor = current.cursor(KeySpan.ALL)) {
        while (cursor.next()) {
          String value = MvccFixture.text(cursor.value());
          if (Long.parseLong(value) % divisor == 0) {
            rows.put(
                new String(cursor.key().bytes(), java.nio.charset.StandardCharsets.UTF_8), value);
          }
        }
      }
      return rows.toString();
    }

    private String put(Transaction current, String key, String value) {
      Key row = MvccFixture.key(key);
      if (isGone(current.lock(row, LockStrength.NO_KEY_UPDATE, LockWaitPolicy.FOREVER))) {
        return "no row";
      }
      current.put(row, MvccFixture.value(value));
      return "ok";
    }

    private String add(Transaction current, String key, long summand) {
      Key row = MvccFixture.key(key);
      LockedRow locked = current.lock(row, LockStrength.NO_KEY_UPDATE, LockWaitPolicy.FOREVER);
      if (isGone(locked)
          || !(locked instanceof LockedRow.Locked(Version newest, boolean changed))) {
        return "no row";
      }
      long sum = Long.parseLong(requireNonNull(MvccFixture.text(newest))) + summand;
      current.put(row, MvccFixture.value(Long.toString(sum)));
      return "ok " + sum;
    }

    /**
     * Deletes the rows with a value as a statement does: found in the snapshot, checked again under
     * the lock.
     */
    private String deleteWhere(Transaction current, String value) {
      Map<Key, String> found = new TreeMap<>();
      try (MergeCursor cursor = current.cursor(KeySpan.ALL)) {
        while (cursor.next()) {
          if (MvccFixture.text(cursor.value()).equals(value)) {
            found.put(cursor.key(), value);
          }
        }
      }
      int deleted = 0;
      for (Key key : found.keySet()) {
        if (current.lock(key, LockStrength.UPDATE, LockWaitPolicy.FOREVER)
                instanceof LockedRow.Locked(Version newest, boolean changed)
            && value.equals(MvccFixture.text(newest))) {
          current.delete(key);
          deleted++;
        }
      }
      return "deleted " + deleted;
    }

    private String lock(Transaction current, String[] words) {
      LockStrength strength = LockStrength.valueOf(words[3].toUpperCase(Locale.ROOT));
      LockWaitPolicy wait =
          switch (words.length > 4 ? words[4] : "wait") {
            case "nowait" -> LockWaitPolicy.NOWAIT;
            case "skip" -> LockWaitPolicy.SKIP;
            case "within" -> LockWaitPolicy.within(Duration.ofMillis(Long.parseLong(words[5])));
            default -> LockWaitPolicy.FOREVER;
          };
      return switch (current.lock(MvccFixture.key(words[2]), strength, wait)) {
        case LockedRow.Skipped skipped -> "skipped";
        case LockedRow.Locked(Version newest, boolean changed) ->
            text(newest) + (changed ? " changed" : "");
      };
    }

    private boolean isGone(LockedRow locked) {
      return locked instanceof LockedRow.Locked(Version newest, boolean changed) && newest == null;
    }

    private static String text(@Nullable Version version) {
      return version == null ? "none" : requireNonNull(MvccFixture.text(version));
    }
  }
}
