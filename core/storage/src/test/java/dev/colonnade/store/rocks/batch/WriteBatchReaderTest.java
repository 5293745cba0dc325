package dev.colonnade.store.rocks.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Test of the reader of serialized batches. */
class WriteBatchReaderTest {
  private static final ColumnFamilyIds FAMILIES = new ColumnFamilyIds(1, 2, 3);

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static List<String> read(byte[] batch) {
    List<String> changes = new ArrayList<>();
    WriteBatchReader.read(
        batch,
        FAMILIES,
        new WriteBatchReader.Visitor() {
          @Override
          public void put(Space space, Key key, byte[] value) {
            changes.add(
                "put %s %s %s".formatted(space, text(key), new String(value, UTF_8).length()));
          }

          @Override
          public void delete(Space space, Key key) {
            changes.add("delete %s %s".formatted(space, text(key)));
          }

          @Override
          public void deleteRange(Space space, KeySpan span) {
            String end = span.end().isInfinity() ? "infinity" : text(span.end());
            changes.add("clear %s %s %s".formatted(space, text(span.start()), end));
          }
        });
    return changes;
  }

  private static String text(Key key) {
    return new String(key.bytes(), UTF_8);
  }

  private static byte[] batch() {
    try (RocksBatch batch = new RocksBatch(FAMILIES)) {
      batch.put(Space.META, bytes("a"), bytes("1"));
      batch.put(Space.ROWS, bytes("b"), new byte[300]);
      batch.delete(Space.HISTORY, bytes("c"));
      batch.deleteRange(Space.ROWS, new KeySpan(Key.wrap(bytes("d")), Key.wrap(bytes("e"))));
      batch.deleteRange(Space.ROWS, KeySpan.from(Key.wrap(bytes("f"))));
      return batch.serialized();
    }
  }

  @Test
  void shouldReportAllChangesInTheirOrder() {
    assertThat(read(batch()))
        .containsExactly(
            "put META a 1",
            "put ROWS b 300",
            "delete HISTORY c",
            "clear ROWS d e",
            "clear ROWS f infinity");
  }

  @Test
  void shouldReadAnEmptyBatch() {
    try (RocksBatch batch = new RocksBatch(FAMILIES)) {
      assertThat(read(batch.serialized())).isEmpty();
    }
  }

  @Test
  void shouldRejectABatchThatIsCutAnywhere() {
    byte[] whole = batch();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut))
          .as("length=%d", length)
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
    }
  }

  @Test
  void shouldRejectAnUnknownFamilyAndAnUnknownTag() {
    byte[] family = batch();
    family[13] = 9;
    assertThatThrownBy(() -> read(family)).hasMessageContaining("column family=9");
    byte[] tag = batch();
    tag[12] = 0x11;
    assertThatThrownBy(() -> read(tag)).hasMessageContaining("tag=17");
  }
}
