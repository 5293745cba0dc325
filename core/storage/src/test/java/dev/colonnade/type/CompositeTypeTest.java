package dev.colonnade.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Plain;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompositeTypeTest {
  private static final CompositeType POINT =
      new CompositeType(7, "point", List.of(), 1)
          .withAttribute("x", Plain.INTEGER, null)
          .withAttribute("name", Plain.TEXT, null);

  private static byte[] stored(CompositeType type, @Nullable Object... values) {
    return StoredForm.bytesOf(ColumnType.composite(type), Arrays.asList(values));
  }

  private static Object read(CompositeType type, byte[] bytes) {
    return StoredForm.fromBytes(ColumnType.composite(type), bytes);
  }

  @Test
  void shouldEncodeGoldenBytes() {
    assertThat(HexFormat.of().formatHex(stored(POINT, 5, "ab")))
        .isEqualTo("01" + "0002" + "0001" + "00000004" + "00000005" + "0002" + "00000002" + "6162");
    assertThat(HexFormat.of().formatHex(stored(POINT, null, null))).isEqualTo("01" + "0000");
  }

  @Test
  void shouldReadValuesAfterChangesOfAttributes() {
    byte[] before = stored(POINT, 5, "ab");
    CompositeType longer = POINT.withAttribute("z", Plain.BIGINT, null);
    assertThat(read(longer, before)).isEqualTo(Arrays.asList(5, "ab", null));
    CompositeType shorter = longer.without(longer.attributes().getFirst());
    assertThat(read(shorter, before)).isEqualTo(Arrays.asList("ab", null));
    CompositeType again = shorter.withAttribute("x", Plain.TEXT, null);
    assertThat(read(again, before)).isEqualTo(Arrays.asList("ab", null, null));
    assertThat(again.nextAttributeId()).isEqualTo(5);
  }

  @Test
  void shouldEncodeNestedRowsAndArrays() {
    CompositeType nested =
        new CompositeType(8, "nested", List.of(), 1)
            .withAttribute("p", ColumnType.composite(POINT), null)
            .withAttribute("ps", ColumnType.array(ColumnType.composite(POINT)), null);
    List<Object> point = Arrays.asList(1, "q");
    List<Object> value = List.of(point, Arrays.asList(point, null));
    assertThat(read(nested, stored(nested, value.toArray()))).isEqualTo(value);
  }

  @Test
  void shouldRejectDamagedValues() {
    byte[] whole = stored(POINT, 5, "ab");
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> read(POINT, part))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
    }
    whole[0] = 9;
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(() -> read(POINT, whole));
  }
}
