package dev.colonnade.type.row;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fuzz test of the row readers: for any bytes as key and value, each reader returns a row or
 * rejects the bytes, and two returned rows are equal. With {@code JAZZER_FUZZ=1} in the environment
 * it searches for failing inputs; otherwise it runs the inputs in the test resources.
 */
class RowFuzzTest {
  private static final RowFormat FORMAT =
      new RowFormat(
          7,
          new SchemaHistory(
                  TableSchema.builder()
                      .required("a", Plain.TEXT)
                      .nullable("b", Plain.INTEGER)
                      .nullable("c", Plain.BYTEA)
                      .nullable("d", ColumnType.numeric(20, 2))
                      .nullable("e", Plain.TEXT)
                      .nullable("f", ColumnType.enumerated(RandomRows.COLOR))
                      .nullable("g", Plain.TIME)
                      .nullable("h", Plain.BYTEA)
                      .key("a")
                      .key("b", SortDirection.DESCENDING)
                      .key("c", SortDirection.DESCENDING)
                      .build())
              .addColumn("i", Plain.UUID, true, null)
              .dropColumn("e"));

  @FuzzTest(maxDuration = "30s")
  void shouldReadOrRefuseAnyBytes(byte[] data) {
    // The first byte is the length of the key.
    int keyStart = Math.min(1, data.length);
    int keyEnd = data.length == 0 ? 0 : Math.min(keyStart + (data[0] & 0xFF), data.length);
    byte[] key = Arrays.copyOfRange(data, keyStart, keyEnd);
    byte[] value = Arrays.copyOfRange(data, keyEnd, data.length);
    RowAccessor accessor = new RowAccessor(FORMAT, 0, FORMAT.latest().columns());

    @Nullable Object @Nullable [] fast =
        orRefused(() -> StoredRow.readNative(accessor, key, value));
    @Nullable Object @Nullable [] plain =
        orRefused(() -> new RowDecoder(FORMAT).decode(Key.wrap(key), Map.of(0, value)));

    if (fast != null && plain != null) {
      assertThat(Arrays.deepEquals(fast, plain)).isTrue();
    }
    assertThat(plain == null || fast != null)
        .as("what the plain reader reads, the fast one reads")
        .isTrue();
  }

  private interface Reader {
    @Nullable Object[] read();
  }

  private static @Nullable Object @Nullable [] orRefused(Reader reader) {
    try {
      return reader.read();
    } catch (ColonnadeException e) {
      assertThat(e.code()).isIn(ErrorCode.STORE_CORRUPT, ErrorCode.UNKNOWN_SCHEMA_VERSION);
      return null;
    }
  }
}
