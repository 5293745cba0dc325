package dev.colonnade.split.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.ManualTicker;
import dev.colonnade.split.queue.QueueOptions.RetryDelays;
import dev.colonnade.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Model test with random histories of requests, runs, failures, time, pauses and limits: after
 * every step, the pending work, the order of starts and the outcomes equal those of the reference
 * implementation.
 */
class WorkQueueModelTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.model.rounds", 25) * 4;
  private static final int STEPS = 400;
  private static final int KEYS = 12;

  @Test
  void shouldBehaveAsTheModelDoes() {
    Random random = Seed.random("WorkQueueModelTest");
    for (int round = 0; round < ROUNDS; round++) {
      new History(new Random(random.nextLong())).play();
    }
  }

  /** History of operations on a queue and its reference implementation. */
  private static final class History {
    private final Random random;
    private final ManualTicker ticker = new ManualTicker();
    private final FakeWork work = new FakeWork();
    private final Map<String, Runnable> started = new LinkedHashMap<>();
    private final List<String> startOrder = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private final WorkQueue<String> queue;
    private final ReferenceWorkQueue model;
    private int requests;

    History(Random random) {
      this.random = random;
      QueueOptions options =
          new QueueOptions(
              1 + random.nextInt(3),
              Long.MAX_VALUE,
              1 + random.nextInt(6),
              0.01 + random.nextDouble(),
              new RetryDelays(Duration.ofSeconds(1), Duration.ofSeconds(20)));
      queue = new WorkQueue<>(work, this::start, ticker, options);
      model = new ReferenceWorkQueue(work, options);
    }

    void play() {
      for (int step = 0; step < STEPS; step++) {
        step();
        check();
      }
      queue.drain(Duration.ZERO);
      model.drain();
      while (!started.isEmpty()) {
        String key = started.keySet().iterator().next();
        run(key);
      }
      assertThat(queue.drain(Duration.ZERO)).isTrue();
      assertThat(outcomes).hasSize(requests).doesNotHaveDuplicates();
      assertThat(queue.pending()).isEmpty();
    }

    private void start(Runnable run) {
      // A started task has no key: the model determines it from the order of starts.
      started.put(model.started.get(startOrder.size()), run);
      startOrder.add(model.started.get(startOrder.size()));
    }

    private void step() {
      String key = "k" + random.nextInt(KEYS);
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> {
          work.need(key, random.nextInt(8));
          add(key, random.nextBoolean());
        }
        case 4 -> add(key, true);
        case 5 -> work.forget(key);
        case 6 -> toggleFailure(key);
        case 7 -> {
          ticker.advance(Duration.ofMillis(random.nextInt(5_000)));
          model.tick(ticker.nanos());
          queue.tick();
        }
        case 8 -> configure();
        case 9 -> pauseOrResume();
        default -> runOne();
      }
    }

    private void add(String key, boolean withCompletion) {
      if (!withCompletion) {
        model.add(key, null, ticker.nanos());
        queue.add(key);
        return;
      }
      String request = "r" + requests++;
      model.add(key, request, ticker.nanos());
      queue.add(key, outcome -> outcomes.add(request + " " + name(outcome)));
    }

    private void toggleFailure(String key) {
      if (work.isFailing(key)) {
        work.heal(key);
      } else {
        work.fail(key);
      }
    }

    private void configure() {
      model.concurrency = 1 + random.nextInt(4);
      model.entriesMax = 1 + random.nextInt(8);
      model.dropExcess();
      model.start();
      queue.configure(
          queue.options().withConcurrency(model.concurrency).withEntriesMax(model.entriesMax));
    }

    private void pauseOrResume() {
      model.paused = !model.paused;
      model.start();
      if (model.paused) {
        queue.pause();
      } else {
        queue.resume();
      }
    }

    private void runOne() {
      if (!started.isEmpty()) {
        List<String> keys = List.copyOf(started.keySet());
        run(keys.get(random.nextInt(keys.size())));
      }
    }

    private void run(String key) {
      Runnable run = started.remove(key);
      boolean fails = work.isFailing(key);
      boolean worked = work.urgency(key) != null;
      if (!fails) {
        work.forget(key);
      }
      model.end(key, fails, worked, ticker.nanos());
      if (worked) {
        work.need(key, 0); // the model has read the urgency already; the queue reads it now
      }
      int runs = work.runs.size();
      if (run == null) {
        throw new IllegalStateException("not started key=" + key);
      }
      run.run();
      assertThat(work.runs).hasSizeGreaterThan(runs);
      assertThat(work.runs.get(runs)).as("which key was started").isEqualTo(key);
    }

    private void check() {
      Map<String, String> pending = new TreeMap<>();
      queue
          .pending()
          .forEach((key, view) -> pending.put(key, view.state() + " " + view.attempts()));
      assertThat(pending).isEqualTo(model.pending());
      assertThat(startOrder).isEqualTo(model.started);
      assertThat(outcomes).containsExactlyInAnyOrderElementsOf(model.outcomes);
    }

    private static String name(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Done _ -> "done";
        case Outcome.NotNeeded _ -> "not needed";
        case Outcome.Failed _ -> "failed";
        case Outcome.Dropped _ -> "dropped";
        case Outcome.Drained _ -> "drained";
      };
    }
  }
}
