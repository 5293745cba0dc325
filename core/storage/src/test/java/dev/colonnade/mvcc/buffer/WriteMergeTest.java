package dev.colonnade.mvcc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WriteMergeTest {
  private static final int RUNS = 5;

  private final Random random = Seed.random("WriteMergeTest");

  private static SortedWriteRun run(NavigableMap<Key, BufferedWrite> writes) {
    return new SortedWriteRun(
        writes.keySet().toArray(Key[]::new), writes.values().toArray(BufferedWrite[]::new));
  }

  @Test
  void shouldPassOnAllWritesInKeyOrder() {
    int wholeRuns = 0;
    for (int round = 0; round < 300; round++) {
      NavigableMap<Key, BufferedWrite> singles = new TreeMap<>();
      List<NavigableMap<Key, BufferedWrite>> ordered = new ArrayList<>();
      List<NavigableMap<Key, BufferedWrite>> overlapping = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        ordered.add(new TreeMap<>());
        overlapping.add(new TreeMap<>());
      }
      List<String> expected = new ArrayList<>();
      int count = random.nextInt(60);
      for (int number = 0; number < count; number++) {
        Key key = MvccFixture.key("k%02d".formatted(number));
        byte[] value = MvccFixture.value("value" + number);
        BufferedWrite write = new BufferedWrite(value, Condition.ANY, true);
        expected.add(textOf(key, write));
        switch (random.nextInt(4)) {
          case 0 -> singles.put(key, write);
          case 1 -> ordered.get(number * RUNS / count).put(key, write);
          default -> overlapping.get(random.nextInt(RUNS)).put(key, write);
        }
      }
      WriteMerge merge = new WriteMerge(singles, runs(ordered), runs(overlapping));
      List<String> found = new ArrayList<>();
      merge.forEach((key, write) -> found.add(textOf(key, write)));
      assertThat(found).isEqualTo(expected);
      wholeRuns += assertSameWithWholeRuns(merge, expected);
    }
    assertThat(wholeRuns).isPositive();
  }

  /** Accepts some of the runs as a whole; returns their number. */
  private int assertSameWithWholeRuns(WriteMerge merge, List<String> expected) {
    List<String> found = new ArrayList<>();
    List<SortedWriteRun> whole = new ArrayList<>();
    merge.forEach(
        new WriteMerge.Visitor() {
          @Override
          public void single(Key key, BufferedWrite write) {
            found.add(textOf(key, write));
          }

          @Override
          public void ofRun(Key key, SortedWriteRun run, int index) {
            found.add(textOf(key, run.write(index)));
          }

          @Override
          public boolean whole(SortedWriteRun run) {
            if (random.nextInt(3) == 0) {
              return false;
            }
            whole.add(run);
            for (int i = 0; i < run.size(); i++) {
              found.add(textOf(run.key(i), run.write(i)));
            }
            return true;
          }
        });
    assertThat(found).isEqualTo(expected);
    return whole.size();
  }

  private static List<SortedWriteRun> runs(List<? extends Map<Key, BufferedWrite>> parts) {
    return parts.stream()
        .filter(part -> !part.isEmpty())
        .map(part -> run(new TreeMap<>(part)))
        .toList();
  }

  private static String textOf(Key key, BufferedWrite write) {
    return key + " " + new String(write.stored(), StandardCharsets.ISO_8859_1);
  }
}
