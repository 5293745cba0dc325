package dev.colonnade.flight.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class SqlTypeNamesTest {
  private static String nameOf(ArrowType type) {
    return SqlTypeNames.of(Field.nullable("f", type));
  }

  @Test
  void shouldNameTypesThatHoldAllValues() {
    assertThat(nameOf(new ArrowType.Bool())).isEqualTo("boolean");
    assertThat(nameOf(new ArrowType.Int(8, true))).isEqualTo("smallint");
    assertThat(nameOf(new ArrowType.Int(16, false))).isEqualTo("integer");
    assertThat(nameOf(new ArrowType.Int(32, false))).isEqualTo("bigint");
    assertThat(nameOf(new ArrowType.Int(64, true))).isEqualTo("bigint");
    assertThat(nameOf(new ArrowType.Int(64, false))).isEqualTo("numeric(20,0)");
    assertThat(nameOf(new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)))
        .isEqualTo("real");
    assertThat(nameOf(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)))
        .isEqualTo("double precision");
    assertThat(nameOf(new ArrowType.Decimal(12, 3, 128))).isEqualTo("numeric(12,3)");
    assertThat(nameOf(new ArrowType.LargeUtf8())).isEqualTo("text");
    assertThat(nameOf(new ArrowType.Binary())).isEqualTo("bytea");
    assertThat(nameOf(new ArrowType.Date(DateUnit.DAY))).isEqualTo("date");
    assertThat(nameOf(new ArrowType.Time(TimeUnit.MICROSECOND, 64))).isEqualTo("time");
    assertThat(nameOf(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null))).isEqualTo("timestamp");
    assertThat(nameOf(new ArrowType.Timestamp(TimeUnit.SECOND, "UTC")))
        .isEqualTo("timestamp with time zone");
  }

  @Test
  void shouldNameListsAndExtensions() {
    assertThat(
            SqlTypeNames.of(
                new Field(
                    "f",
                    FieldType.nullable(new ArrowType.List()),
                    List.of(Field.nullable("item", new ArrowType.Int(32, true))))))
        .isEqualTo("integer[]");
    assertThat(
            SqlTypeNames.of(
                new Field(
                    "f",
                    new FieldType(
                        true,
                        new ArrowType.FixedSizeBinary(16),
                        null,
                        Map.of("ARROW:extension:name", "arrow.uuid")),
                    List.of())))
        .isEqualTo("uuid");
    assertThat(nameOf(new ArrowType.FixedSizeBinary(16))).isEqualTo("bytea");
  }

  @Test
  void shouldRefuseStructures() {
    assertThatThrownBy(() -> nameOf(new ArrowType.Struct()))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("column=f");
  }
}
