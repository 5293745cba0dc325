package dev.colonnade.mvcc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of reads of an old state over rows that are newer and have no history. */
class HistoryGapTest {
  private final SeekCountingStore store = new SeekCountingStore();
  private final MvccFixture fixture = new MvccFixture(store, GroupParticipant.NONE);

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<String> read(long timestamp, boolean forward) {
    List<String> found = new ArrayList<>();
    try (ReadView view = fixture.reads.open(timestamp);
        VersionCursor cursor = view.cursor(CursorOptions.over(KeySpan.ALL))) {
      boolean more = forward ? cursor.seekToFirst() : cursor.seekToLast();
      while (more) {
        found.add(new String(cursor.key().bytes(), UTF_8) + "=" + MvccFixture.text(cursor.value()));
        more = forward ? cursor.next() : cursor.prev();
      }
    }
    return found;
  }

  private static Key key(int number) {
    return MvccFixture.key("k%04d".formatted(number));
  }

  @Test
  void shouldSeekOnceForAdjacentNewRows() {
    fixture.put("k0500", "old");
    long before = fixture.put("k2000", "old");
    fixture.put("k0500", "new");
    for (int i = 0; i < 1_000; i++) {
      if (i != 500) {
        fixture.pipeline.commit(
            new Mutations().put(key(i), MvccFixture.value("new"), Condition.ANY));
      }
    }
    store.historySeeks = 0;
    assertThat(read(before, true)).containsExactly("k0500=old", "k2000=old");
    assertThat(store.historySeeks).as("two gaps and one entry").isLessThanOrEqualTo(3);
    assertThat(read(before, false)).containsExactly("k2000=old", "k0500=old");
  }

  @Test
  void shouldReadEveryStateOfARandomHistory() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TreeMap<String, String> rows = new TreeMap<>();
    TreeMap<Long, List<String>> states = new TreeMap<>();
    String[] names = {"a", "aa", "aab", "ab", "b", "ba", "c", "cc", "ccc", "d"};
    for (int i = 0; i < 300; i++) {
      String name = names[random.nextInt(names.length)];
      long timestamp;
      if (random.nextInt(3) == 0) {
        timestamp = fixture.delete(name);
        rows.remove(name);
      } else {
        timestamp = fixture.put(name, "v" + i);
        rows.put(name, "v" + i);
      }
      List<String> state = new ArrayList<>();
      rows.forEach((key, value) -> state.add(key + "=" + value));
      states.put(timestamp, state);
    }
    states.forEach(
        (timestamp, state) -> {
          assertThat(read(timestamp, true)).as("seed %d at %d", seed, timestamp).isEqualTo(state);
          assertThat(read(timestamp, false).reversed())
              .as("seed %d at %d backward", seed, timestamp)
              .isEqualTo(state);
        });
  }

  /** Store that counts the seeks of cursors over the history. */
  private static final class SeekCountingStore extends ForwardingStore {
    private int historySeeks;

    SeekCountingStore() {
      super(new MemoryStore());
    }

    @Override
    public Cursor cursor(Space space, CursorOptions options) {
      Cursor cursor = super.cursor(space, options);
      if (space != Space.HISTORY) {
        return cursor;
      }
      return (Cursor)
          Proxy.newProxyInstance(
              Cursor.class.getClassLoader(),
              new Class<?>[] {Cursor.class},
              (_, method, arguments) -> {
                historySeeks += method.getName().equals("seek") ? 1 : 0;
                return method.invoke(cursor, arguments);
              });
    }
  }
}
