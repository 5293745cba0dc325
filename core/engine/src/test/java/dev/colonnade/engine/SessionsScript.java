package dev.colonnade.engine;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Script of several sessions and its player. A line {@code a> select 1} is a statement of session
 * a; the lines below it are its result: rows with bars between values, {@code ok} with the number
 * of changed rows, {@code error} with an SQLSTATE, or {@code waits} for a lock. When a statement
 * unblocks other sessions, their results follow below it, after {@code b: }; {@code b<} expects the
 * result of a waiting session that becomes available by itself. Lines that begin with a number
 * sign, and empty ones, are copied.
 */
final class SessionsScript implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Database database;
  private final Map<String, Actor> actors = new TreeMap<>();

  SessionsScript(Database database) {
    this.database = database;
  }

  /** Returns the script with the results of its statements. */
  String play(String script) throws Exception {
    List<String> played = new ArrayList<>();
    for (String line : script.lines().toList()) {
      int prompt = line.indexOf("> ");
      if (line.isEmpty() || line.startsWith("#")) {
        played.add(line);
      } else if (prompt == 1) {
        played.add(line);
        played.addAll(run(line.substring(0, prompt), line.substring(prompt + 2)));
      } else if (line.endsWith("<")) {
        played.add(line);
        played.addAll(await(line.substring(0, 1)));
      }
    }
    return String.join("\n", played) + "\n";
  }

  private List<String> run(String name, String sql) throws Exception {
    Actor actor = actors.computeIfAbsent(name, _ -> new Actor());
    if (actor.pending != null) {
      throw new IllegalStateException("session waits already: session=" + name + " sql=" + sql);
    }
    actor.pending = actor.thread.submit(() -> actor.answer(sql));
    awaitQuiet();
    List<String> lines = new ArrayList<>();
    List<String> own = actor.taken();
    lines.addAll(own == null ? List.of("waits") : own);
    for (Map.Entry<String, Actor> other : actors.entrySet()) {
      List<String> answer = other.getValue() == actor ? null : other.getValue().taken();
      if (answer != null) {
        answer.forEach(line -> lines.add(other.getKey() + ": " + line));
      }
    }
    return lines;
  }

  private List<String> await(String name) throws Exception {
    Actor actor = actors.get(name);
    if (actor == null || actor.pending == null) {
      throw new IllegalStateException("session does not wait: session=" + name);
    }
    List<String> answer = actor.pending.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    actor.pending = null;
    return answer;
  }

  /** Waits until every statement has completed, or waits for a lock. */
  private void awaitQuiet() throws Exception {
    long waited = 0;
    while (true) {
      long waiting = database.context().transactions().statistics().locks().waiting();
      long running = actors.values().stream().filter(Actor::isRunning).count();
      boolean allWait = actors.values().stream().allMatch(Actor::isQuiet);
      if (running == waiting
          && allWait
          && waiting == database.context().transactions().statistics().locks().waiting()) {
        return;
      }
      if (waited++ > PATIENCE_SECONDS * 1000) {
        throw new IllegalStateException("running=" + running + " waiting=" + waiting);
      }
      Thread.sleep(1);
    }
  }

  @Override
  public void close() {
    actors.values().forEach(Actor::close);
  }

  /** Session with its own thread. */
  private final class Actor {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final SqlSession session = database.session("test").sql();
    private @Nullable Future<List<String>> pending;

    /** Written by the session's thread. */
    private volatile @Nullable Thread runner;

    /** Returns whether the session is idle, or queued for a lock. */
    boolean isQuiet() {
      Thread present = runner;
      return !isRunning()
          || (present != null
              && Arrays.stream(present.getStackTrace())
                  .anyMatch(frame -> frame.getMethodName().equals("isGranted")));
    }

    boolean isRunning() {
      Future<List<String>> present = pending;
      return present != null && !present.isDone();
    }

    /** Returns the result of the statement, once; null if there is none. */
    @Nullable List<String> taken() throws InterruptedException, ExecutionException {
      Future<List<String>> present = pending;
      if (present == null || !present.isDone()) {
        return null;
      }
      pending = null;
      return present.get();
    }

    private List<String> answer(String sql) {
      runner = Thread.currentThread();
      try (SqlResult result = session.execute(sql)) {
        if (result.columns().isEmpty()) {
          return List.of("ok " + result.updateCount());
        }
        List<String> rows = new ArrayList<>();
        for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
          List<String> values = new ArrayList<>();
          for (Object value : row) {
            values.add(String.valueOf(value));
          }
          rows.add(String.join("|", values));
        }
        return rows.isEmpty() ? List.of("none") : rows;
      } catch (ColonnadeException e) {
        return List.of("error " + e.sqlState());
      }
    }

    void close() {
      Callable<Void> end =
          () -> {
            session.close();
            return null;
          };
      try {
        thread.submit(end).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        throw new IllegalStateException("a session does not end", e);
      } finally {
        thread.shutdownNow();
      }
    }
  }
}
