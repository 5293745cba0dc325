package dev.colonnade.server.admin.console;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SessionSignals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Statements of the console that run, by their users and ids. Thread-safe. */
final class RunningStatements {
  private final Map<Key, Running> running = new ConcurrentHashMap<>();

  private record Key(String user, String id) {}

  /**
   * Adds a statement, which the caller closes at its end. Of two with one id, the later one is that
   * which {@link #cancel} cancels.
   */
  Running add(String user, String id) {
    Running added = new Running(new Key(user, id));
    if (!id.isEmpty()) {
      running.put(added.key, added);
    }
    return added;
  }

  /** Cancels a statement of a user; returns whether it ran. */
  boolean cancel(String user, String id) {
    Running found = running.get(new Key(user, id));
    if (found == null) {
      return false;
    }
    found.cancel();
    return true;
  }

  /** Statement that runs, which is the only one of its session. */
  final class Running implements SessionSignals, AutoCloseable {
    private final Key key;
    private final Cancellation cancellation = Cancellation.withoutDeadline();

    private Running(Key key) {
      this.key = key;
    }

    Cancellation cancellation() {
      return cancellation;
    }

    @Override
    public void cancel() {
      cancellation.cancel();
    }

    /** Cancels the statement, with which the session ends. */
    @Override
    public void terminate() {
      cancellation.cancel();
    }

    @Override
    public void close() {
      running.remove(key, this);
    }
  }
}
