package dev.colonnade.split.queue;

import dev.colonnade.split.queue.PendingWork.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reference implementation of the work queue: sequential, with linear searches instead of ordered
 * sets.
 */
final class ReferenceWorkQueue {
  private final FakeWork work;
  private final double ageingPerSecond;
  private final long retryFirstNanos;
  private final long retryMaxNanos;
  private final Map<String, Item> items = new LinkedHashMap<>();
  final List<String> outcomes = new ArrayList<>();
  final List<String> started = new ArrayList<>();
  int concurrency;
  int entriesMax;
  boolean paused;
  private long sequence;

  ReferenceWorkQueue(FakeWork work, QueueOptions options) {
    this.work = work;
    ageingPerSecond = options.ageingPerSecond();
    retryFirstNanos = options.retry().first().toNanos();
    retryMaxNanos = options.retry().max().toNanos();
    concurrency = options.concurrency();
    entriesMax = options.entriesMax();
  }

  void add(String key, @Nullable String request, long now) {
    Urgency urgency = work.urgency(key);
    Item item = items.get(key);
    if (item == null && urgency == null) {
      complete(request, "not needed");
      return;
    }
    if (item == null) {
      item = new Item(key, sequence++, now);
      items.put(key, item);
    }
    switch (item.state) {
      case QUEUED -> {
        item.await(request);
        if (urgency != null) {
          item.priority = urgency.priority();
          dropExcess();
        }
      }
      case RUNNING -> {
        item.repeats = true;
        if (request != null) {
          item.followers.add(request);
        }
      }
      case PURGATORY -> complete(request, "failed");
    }
    start();
  }

  void end(String key, boolean failed, boolean worked, long now) {
    Item item = items.get(key);
    if (item == null) {
      throw new IllegalStateException("ended without an entry key=" + key);
    }
    String outcome = failed ? "failed" : worked ? "done" : "not needed";
    List<String> followers = List.copyOf(item.followers);
    item.followers.clear();
    item.requests.forEach(request -> complete(request, outcome));
    item.requests.clear();
    if (failed) {
      followers.forEach(request -> complete(request, outcome));
      if (count(State.PURGATORY) >= entriesMax) {
        items.remove(key);
        start();
        return;
      }
      item.state = State.PURGATORY;
      item.repeats = false;
      item.attempts++;
      long delay = retryFirstNanos << Math.min(item.attempts - 1, 20);
      item.due = now + Math.min(delay, retryMaxNanos);
      start();
      return;
    }
    boolean repeats = item.repeats;
    items.remove(key);
    start();
    if (repeats && followers.isEmpty()) {
      add(key, null, now);
    }
    followers.forEach(request -> add(key, request, now));
  }

  void tick(long now) {
    List<Item> due = new ArrayList<>(items.values());
    due.removeIf(item -> item.state != State.PURGATORY || item.due > now);
    due.sort(
        (a, b) ->
            a.due == b.due ? Long.compare(a.sequence, b.sequence) : Long.compare(a.due, b.due));
    for (Item item : due) {
      Urgency urgency = work.urgency(item.key);
      if (urgency == null) {
        items.remove(item.key);
      } else {
        item.state = State.QUEUED;
        item.entered = now;
        item.priority = urgency.priority();
        dropExcess();
      }
      start();
    }
  }

  void start() {
    while (!paused && count(State.RUNNING) < concurrency && count(State.QUEUED) > 0) {
      Item most = extreme(true);
      most.state = State.RUNNING;
      started.add(most.key);
    }
  }

  void dropExcess() {
    while (count(State.QUEUED) > entriesMax) {
      Item least = extreme(false);
      items.remove(least.key);
      least.requests.forEach(request -> complete(request, "dropped"));
    }
  }

  void drain() {
    for (Item item : List.copyOf(items.values())) {
      if (item.state == State.RUNNING) {
        item.followers.forEach(request -> complete(request, "drained"));
      } else {
        item.requests.forEach(request -> complete(request, "drained"));
        items.remove(item.key);
      }
    }
  }

  /** Returns the state and the number of failures by key. */
  Map<String, String> pending() {
    Map<String, String> all = new TreeMap<>();
    items.values().forEach(item -> all.put(item.key, item.state + " " + item.attempts));
    return all;
  }

  private Item extreme(boolean greatest) {
    Item found = null;
    for (Item item : items.values()) {
      if (item.state == State.QUEUED && (found == null || compare(item, found) > 0 == greatest)) {
        found = item;
      }
    }
    if (found == null) {
      throw new IllegalStateException("nothing is queued");
    }
    return found;
  }

  private int compare(Item a, Item b) {
    int byRank = Double.compare(rank(a), rank(b));
    return byRank == 0 ? Long.compare(b.sequence, a.sequence) : byRank;
  }

  private double rank(Item item) {
    return item.priority - ageingPerSecond * ((item.entered - 1_000) / 1e9);
  }

  private long count(State state) {
    return items.values().stream().filter(item -> item.state == state).count();
  }

  private void complete(@Nullable String request, String outcome) {
    if (request != null) {
      outcomes.add(request + " " + outcome);
    }
  }

  private static final class Item {
    private final String key;
    private final long sequence;
    private final List<String> requests = new ArrayList<>();
    private final List<String> followers = new ArrayList<>();
    private State state = State.QUEUED;
    private boolean repeats;
    private double priority;
    private long entered;
    private int attempts;
    private long due;

    Item(String key, long sequence, long entered) {
      this.key = key;
      this.sequence = sequence;
      this.entered = entered;
    }

    void await(@Nullable String request) {
      if (request != null) {
        requests.add(request);
      }
    }
  }
}
