package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TimestampRecordsTest {
  private final MemoryStore store = new MemoryStore();

  @Test
  void shouldWriteTheseBytes() {
    try (Batch batch = store.newBatch()) {
      TimestampRecords.put(batch, TimestampRecords.PUBLISHED, 0x0102030405060708L);
      store.write(batch, Durability.SYNC);
    }
    assertThat(TimestampRecords.PUBLISHED.bytes())
        .isEqualTo("mvcc/published".getBytes(StandardCharsets.US_ASCII));
    assertThat(TimestampRecords.HORIZON.bytes())
        .isEqualTo("mvcc/horizon".getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(store.get(Space.META, TimestampRecords.PUBLISHED)))
        .isEqualTo("0807060504030201");
    assertThat(TimestampRecords.read(store, TimestampRecords.PUBLISHED))
        .isEqualTo(0x0102030405060708L);
    assertThat(TimestampRecords.read(store, TimestampRecords.HORIZON)).isZero();
  }

  @Test
  void shouldRefuseARecordOfAnotherSize() {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.META, TimestampRecords.HORIZON.bytes(), new byte[7]);
      store.write(batch, Durability.SYNC);
    }
    assertThatThrownBy(() -> TimestampRecords.read(store, TimestampRecords.HORIZON))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
