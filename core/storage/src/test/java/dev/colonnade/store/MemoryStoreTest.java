package dev.colonnade.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
  private final MemoryStore store = new MemoryStore();

  @Nested
  class AsStore extends StoreContract {
    @Override
    protected Store open() {
      return new MemoryStore();
    }
  }

  @Nested
  class AsCursor extends CursorContract {
    @Override
    protected Store open() {
      return new MemoryStore();
    }
  }

  private void put(String key, Durability durability) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, StoreContract.bytes(key), StoreContract.bytes(key));
      store.write(batch, durability);
    }
  }

  private static boolean holds(Store store, String key) {
    return store.get(Space.ROWS, StoreContract.key(key)) != null;
  }

  @Test
  void shouldLoseUnsyncedWritesInACrash() {
    put("a", Durability.RELAXED);
    put("b", Durability.SYNC);
    put("c", Durability.RELAXED);
    put("d", Durability.RELAXED);
    MemoryStore after = store.crash();
    assertThat(holds(after, "a")).isTrue();
    assertThat(holds(after, "b")).isTrue();
    assertThat(holds(after, "c")).isFalse();
    assertThat(after.identity()).isEqualTo(store.identity());
  }

  @Test
  void shouldRetainTheRequestedNumberOfWritesInACrash() {
    put("a", Durability.SYNC);
    put("b", Durability.RELAXED);
    put("c", Durability.RELAXED);
    MemoryStore after = store.crash(1);
    assertThat(holds(after, "b")).isTrue();
    assertThat(holds(after, "c")).isFalse();
  }

  @Test
  void shouldFailTheRequestedWrite() {
    store.faults().failWrite(2, ErrorCode.DISK_FULL);
    put("a", Durability.SYNC);
    assertThatThrownBy(() -> put("b", Durability.SYNC))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
    put("c", Durability.SYNC);
    assertThat(holds(store, "b")).isFalse();
    assertThat(holds(store, "c")).isTrue();
  }

  @Test
  void shouldFailAllWritesUntilHealed() {
    store.faults().failAllWrites(ErrorCode.DISK_FULL);
    assertThatThrownBy(() -> put("a", Durability.SYNC)).isInstanceOf(ColonnadeException.class);
    assertThatThrownBy(() -> put("a", Durability.SYNC)).isInstanceOf(ColonnadeException.class);
    store.faults().heal();
    put("a", Durability.SYNC);
    assertThat(holds(store, "a")).isTrue();
  }

  @Test
  void shouldFailTheRequestedMove() {
    put("a", Durability.SYNC);
    put("b", Durability.SYNC);
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      cursor.seekToFirst();
      store.faults().failRead(1, ErrorCode.STORE_IO);
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(cursor::checkStatus)
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_IO));
    }
  }

  @Test
  void shouldReturnNotCachedWhenCold() {
    put("a", Durability.SYNC);
    store.setCold(true);
    assertThat(store.tryGet(Space.ROWS, StoreContract.key("a")))
        .isEqualTo(CachedValue.NotCached.NOT_CACHED);
  }

  @Test
  void shouldOverwriteThePreviousEntryOfACursor() {
    put("a", Durability.SYNC);
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      cursor.seekToFirst();
      long stale = cursor.keyAddress();
      cursor.next();
      assertThat(NativeMemory.getByte(stale)).isNotEqualTo((byte) 'a');
    }
  }
}
