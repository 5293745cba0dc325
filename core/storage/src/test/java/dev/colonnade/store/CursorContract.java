package dev.colonnade.store;

import static dev.colonnade.store.StoreContract.bytes;
import static dev.colonnade.store.StoreContract.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract tests for all implementations of {@code Cursor}. */
public abstract class CursorContract {
  private Store store;

  /** Returns a new, empty store. */
  protected abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
    put("b", "d", "f", "h");
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private void put(String... keys) {
    try (Batch batch = store.newBatch()) {
      for (String key : keys) {
        batch.put(Space.ROWS, bytes(key), bytes("v" + key));
      }
      store.write(batch, Durability.RELAXED);
    }
  }

  private void delete(String key) {
    try (Batch batch = store.newBatch()) {
      batch.delete(Space.ROWS, bytes(key));
      store.write(batch, Durability.RELAXED);
    }
  }

  private Cursor cursor(KeySpan bounds) {
    return store.cursor(Space.ROWS, CursorOptions.over(bounds));
  }

  private static String shown(Cursor cursor) {
    if (!cursor.valid()) {
      cursor.checkStatus();
      return "-";
    }
    String key = new String(NativeMemory.bytes(cursor.keyAddress(), cursor.keyLength()), UTF_8);
    assertThat(new String(cursor.value(), UTF_8)).isEqualTo("v" + key);
    return key;
  }

  private static List<String> forward(Cursor cursor) {
    List<String> keys = new ArrayList<>();
    for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
      keys.add(shown(cursor));
    }
    cursor.checkStatus();
    return keys;
  }

  private static List<String> backward(Cursor cursor) {
    List<String> keys = new ArrayList<>();
    for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
      keys.add(shown(cursor));
    }
    cursor.checkStatus();
    return keys;
  }

  @Test
  void shouldMoveForwardAndBackward() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(forward(cursor)).containsExactly("b", "d", "f", "h");
      assertThat(backward(cursor)).containsExactly("h", "f", "d", "b");
    }
  }

  @Test
  void shouldStayWithinBounds() {
    try (Cursor cursor = cursor(new KeySpan(key("c"), key("h")))) {
      assertThat(forward(cursor)).containsExactly("d", "f");
      assertThat(backward(cursor)).containsExactly("f", "d");
    }
    try (Cursor cursor = cursor(new KeySpan(key("d"), key("d\0")))) {
      assertThat(forward(cursor)).containsExactly("d");
      assertThat(backward(cursor)).containsExactly("d");
    }
  }

  @Test
  void shouldClampSeeksToTheBounds() {
    try (Cursor cursor = cursor(new KeySpan(key("c"), key("h")))) {
      cursor.seek(key("a"));
      assertThat(shown(cursor)).isEqualTo("d");
      cursor.seek(key("g"));
      assertThat(shown(cursor)).isEqualTo("-");
      cursor.seek(key("z"));
      assertThat(shown(cursor)).isEqualTo("-");
      cursor.seekForPrev(key("z"));
      assertThat(shown(cursor)).isEqualTo("f");
      cursor.seekForPrev(key("h"));
      assertThat(shown(cursor)).isEqualTo("f");
      cursor.seekForPrev(key("c"));
      assertThat(shown(cursor)).isEqualTo("-");
      cursor.seekForPrev(key("a"));
      assertThat(shown(cursor)).isEqualTo("-");
    }
  }

  @Test
  void shouldSeekToTheKeyOrTheNext() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      cursor.seek(key("d"));
      assertThat(shown(cursor)).isEqualTo("d");
      cursor.seek(key("e"));
      assertThat(shown(cursor)).isEqualTo("f");
      cursor.seekForPrev(key("d"));
      assertThat(shown(cursor)).isEqualTo("d");
      cursor.seekForPrev(key("e"));
      assertThat(shown(cursor)).isEqualTo("d");
      cursor.seek(Key.EMPTY);
      assertThat(shown(cursor)).isEqualTo("b");
      cursor.seekForPrev(Key.EMPTY);
      assertThat(shown(cursor)).isEqualTo("-");
    }
  }

  @Test
  void shouldSeekToTheFirstBytesOfAnArray() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(cursor.seek(bytes("dzzz"), 1)).isTrue();
      assertThat(shown(cursor)).isEqualTo("d");
      assertThat(cursor.seekForPrev(bytes("fzzz"), 1)).isTrue();
      assertThat(shown(cursor)).isEqualTo("f");
    }
  }

  @Test
  void shouldSeekToItsOwnKey() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      cursor.seekToLast();
      assertThat(cursor.seek(cursor.keyAddress(), cursor.keyLength())).isTrue();
      assertThat(shown(cursor)).isEqualTo("h");
      cursor.prev();
      assertThat(cursor.seekForPrev(cursor.keyAddress(), cursor.keyLength())).isTrue();
      assertThat(shown(cursor)).isEqualTo("f");
    }
  }

  @Test
  void shouldSeekWithALongTarget() {
    byte[] target = new byte[100_000];
    target[0] = 'd';
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      cursor.seek(Key.wrap(target));
      assertThat(shown(cursor)).isEqualTo("f");
      cursor.seekForPrev(Key.wrap(target));
      assertThat(shown(cursor)).isEqualTo("d");
    }
  }

  @Test
  void shouldChangeDirection() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      cursor.seek(key("d"));
      cursor.next();
      assertThat(shown(cursor)).isEqualTo("f");
      cursor.prev();
      assertThat(shown(cursor)).isEqualTo("d");
      cursor.prev();
      assertThat(shown(cursor)).isEqualTo("b");
      cursor.next();
      assertThat(shown(cursor)).isEqualTo("d");
    }
  }

  @Test
  void shouldFindNothingInEmptyBounds() {
    List<KeySpan> empties =
        List.of(
            new KeySpan(key("d"), key("d")),
            new KeySpan(Key.EMPTY, Key.EMPTY),
            new KeySpan(Key.INFINITY, Key.INFINITY),
            new KeySpan(key("i"), Key.INFINITY),
            new KeySpan(key("b\0"), key("d")));
    for (KeySpan empty : empties) {
      try (Cursor cursor = cursor(empty)) {
        assertThat(forward(cursor)).as("forward %s", empty).isEmpty();
        assertThat(backward(cursor)).as("backward %s", empty).isEmpty();
        assertThat(cursor.seek(key("d"))).as("seek %s", empty).isFalse();
        assertThat(cursor.seekForPrev(key("d"))).as("seekForPrev %s", empty).isFalse();
      }
    }
  }

  @Test
  void shouldReadTheStateAtItsOpening() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      put("c");
      delete("d");
      store.flush();
      assertThat(forward(cursor)).containsExactly("b", "d", "f", "h");
    }
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(forward(cursor)).containsExactly("b", "c", "f", "h");
    }
  }

  @Test
  void shouldMergeFilesAndMemory() {
    store.flush();
    put("a", "e");
    delete("f");
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(forward(cursor)).containsExactly("a", "b", "d", "e", "h");
      assertThat(backward(cursor)).containsExactly("h", "e", "d", "b", "a");
    }
  }

  @Test
  void shouldSkipADeletedRange() {
    try (Batch batch = store.newBatch()) {
      batch.deleteRange(Space.ROWS, new KeySpan(key("c"), key("g")));
      store.write(batch, Durability.RELAXED);
    }
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(forward(cursor)).containsExactly("b", "h");
      assertThat(backward(cursor)).containsExactly("h", "b");
    }
  }

  @Test
  void shouldSortBytesAsUnsigned() {
    byte[] high = {(byte) 0x80};
    byte[] low = {0x7F};
    try (Batch batch = store.newBatch()) {
      batch.put(Space.META, high, bytes("high"));
      batch.put(Space.META, low, bytes("low"));
      store.write(batch, Durability.RELAXED);
    }
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(KeySpan.ALL))) {
      cursor.seekToFirst();
      assertThat(cursor.key()).isEqualTo(Key.wrap(low));
      cursor.next();
      assertThat(cursor.key()).isEqualTo(Key.wrap(high));
    }
  }

  @Test
  void shouldReadEmptyAndLargeValues() {
    byte[] large = new byte[3_000_000];
    large[large.length - 1] = 42;
    try (Batch batch = store.newBatch()) {
      batch.put(Space.META, bytes("empty"), new byte[0]);
      batch.put(Space.META, bytes("large"), large);
      batch.put(Space.META, new byte[Store.KEY_BYTES_MAX], bytes("long key"));
      store.write(batch, Durability.RELAXED);
    }
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(KeySpan.ALL))) {
      cursor.seekToFirst();
      assertThat(cursor.keyLength()).isEqualTo(Store.KEY_BYTES_MAX);
      assertThat(cursor.value()).isEqualTo(bytes("long key"));
      cursor.next();
      assertThat(cursor.valueLength()).isZero();
      assertThat(cursor.value()).isEmpty();
      cursor.next();
      assertThat(cursor.valueLength()).isEqualTo(large.length);
      assertThat(cursor.value()).isEqualTo(large);
    }
  }

  @Test
  void shouldReadWithEveryOption() {
    CursorOptions options =
        CursorOptions.over(KeySpan.ALL)
            .withoutFillingCache()
            .withReadahead(CursorOptions.READAHEAD_BYTES_MAX);
    store.flush();
    try (Cursor cursor = store.cursor(Space.ROWS, options)) {
      assertThat(forward(cursor)).containsExactly("b", "d", "f", "h");
    }
  }

  @Test
  void shouldRejectMovesFromAnInvalidPosition() {
    try (Cursor cursor = cursor(KeySpan.ALL)) {
      assertThat(cursor.valid()).isFalse();
      assertThatIllegalStateException().isThrownBy(cursor::next);
      assertThatIllegalStateException().isThrownBy(cursor::prev);
      assertThatIllegalStateException().isThrownBy(cursor::keyAddress);
      assertThatIllegalStateException().isThrownBy(cursor::keyLength);
      assertThatIllegalStateException().isThrownBy(cursor::valueAddress);
      assertThatIllegalStateException().isThrownBy(cursor::valueLength);
      cursor.seekToLast();
      cursor.next();
      assertThatIllegalStateException().isThrownBy(cursor::prev);
      assertThat(cursor.seekToFirst()).isTrue();
    }
  }

  @Test
  void shouldRejectUseAfterClose() {
    Cursor cursor = cursor(KeySpan.ALL);
    cursor.seekToFirst();
    cursor.close();
    cursor.close();
    assertThat(cursor.valid()).isFalse();
    assertThatIllegalStateException().isThrownBy(cursor::seekToFirst);
    assertThatIllegalStateException().isThrownBy(cursor::seekToLast);
    assertThatIllegalStateException().isThrownBy(() -> cursor.seek(key("a")));
    assertThatIllegalStateException().isThrownBy(() -> cursor.seekForPrev(key("a")));
    assertThatIllegalStateException().isThrownBy(cursor::next);
    assertThatIllegalStateException().isThrownBy(cursor::prev);
    assertThatIllegalStateException().isThrownBy(cursor::keyAddress);
    assertThatIllegalStateException().isThrownBy(cursor::valueLength);
    assertThatIllegalStateException().isThrownBy(cursor::checkStatus);
  }

  @Test
  void shouldIsolateCursors() {
    List<Cursor> cursors = new ArrayList<>();
    for (int opened = 0; opened < 100; opened++) {
      cursors.add(cursor(KeySpan.ALL));
      cursors.getLast().seekToFirst();
    }
    cursors.getFirst().next();
    assertThat(shown(cursors.getFirst())).isEqualTo("d");
    assertThat(cursors.stream().skip(1).map(CursorContract::shown)).containsOnly("b");
    cursors.forEach(Cursor::close);
  }
}
