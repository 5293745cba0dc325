package dev.colonnade.jdbc.value;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the conversions of infinite dates and timestamps, and of numbers that are none. */
final class InfiniteDateTimesTest {
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final long MILLIS_MAX = 9_223_372_036_825_200_000L;
  private static final long MILLIS_MIN = -9_223_372_036_832_400_000L;

  @Test
  void shouldConvertEveryInfinityToEveryClass() throws SQLException {
    for (Object value :
        new Object[] {LocalDate.MAX, LocalDateTime.MAX, Instant.MAX, " Infinity "}) {
      assertThat(ValueConversions.localDate(value, ZONE)).isEqualTo(LocalDate.MAX);
      assertThat(ValueConversions.localDateTime(value, ZONE)).isEqualTo(LocalDateTime.MAX);
      assertThat(ValueConversions.instant(value, ZONE)).isEqualTo(Instant.MAX);
      assertThat(ValueConversions.offsetDateTime(value, ZONE)).isEqualTo(OffsetDateTime.MAX);
      assertThat(ValueConversions.sqlDate(value, ZONE)).isEqualTo(new Date(MILLIS_MAX));
      assertThat(ValueConversions.sqlTimestamp(value, ZONE)).isEqualTo(new Timestamp(MILLIS_MAX));
      assertThatThrownBy(() -> ValueConversions.sqlTime(value, ZONE))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22008"));
    }
    for (Object value : new Object[] {LocalDate.MIN, LocalDateTime.MIN, Instant.MIN, "-infinity"}) {
      assertThat(ValueConversions.text(value, ZONE)).isEqualTo("-infinity");
      assertThat(ValueConversions.localDate(value, ZONE)).isEqualTo(LocalDate.MIN);
      assertThat(ValueConversions.localDateTime(value, ZONE)).isEqualTo(LocalDateTime.MIN);
      assertThat(ValueConversions.instant(value, ZONE)).isEqualTo(Instant.MIN);
      assertThat(ValueConversions.offsetDateTime(value, ZONE)).isEqualTo(OffsetDateTime.MIN);
      assertThat(ValueConversions.sqlDate(value, ZONE)).isEqualTo(new Date(MILLIS_MIN));
      assertThat(ValueConversions.sqlTimestamp(value, ZONE)).isEqualTo(new Timestamp(MILLIS_MIN));
    }
    assertThat(new SqlDateCache().date(Integer.MAX_VALUE)).isEqualTo(new Date(MILLIS_MAX));
    assertThat(new SqlDateCache().date(Integer.MIN_VALUE)).isEqualTo(new Date(MILLIS_MIN));
  }

  @Test
  @SuppressWarnings("JavaUtilDate") // a class of parameters
  void shouldConvertParametersOfEveryClassToEveryType() throws SQLException {
    for (Object value :
        new Object[] {
          new Date(MILLIS_MAX),
          new Timestamp(MILLIS_MAX),
          new java.util.Date(MILLIS_MAX),
          LocalDateTime.MAX,
          Instant.MAX,
          OffsetDateTime.MAX
        }) {
      Object plain = requireNonNull(ParameterConversions.plain(value));
      assertThat(forType(SqlTypeKind.DATE, plain)).isEqualTo(LocalDate.MAX);
      assertThat(forType(SqlTypeKind.TIMESTAMPTZ, plain)).isEqualTo(Instant.MAX);
      assertThat(forType(SqlTypeKind.TEXT, plain)).isEqualTo("infinity");
      if (!(value instanceof Date)) {
        assertThat(forType(SqlTypeKind.TIMESTAMP, plain)).isEqualTo(LocalDateTime.MAX);
      }
      if (value instanceof Timestamp || value instanceof LocalDateTime) {
        assertThatThrownBy(() -> forType(SqlTypeKind.TIME, plain))
            .as("value=%s", value)
            .hasMessageContaining("infinite");
      }
    }
    assertThat(ParameterConversions.arrayText(List.of(LocalDate.MIN))).isEqualTo("{-infinity}");
  }

  private static @Nullable Object forType(SqlTypeKind kind, Object value) throws SQLException {
    return ParameterConversions.forType(SqlTypeInfo.of(kind), value);
  }

  @Test
  void shouldReadArraysWithSpecialValues() throws SQLException {
    assertThat(array(SqlTypeKind.NUMERIC, "{NaN,1.5,-Infinity}"))
        .containsExactly(Double.NaN, new BigDecimal("1.5"), Double.NEGATIVE_INFINITY);
    assertThat(array(SqlTypeKind.DATE, "{infinity,-infinity}"))
        .containsExactly(new Date(MILLIS_MAX), new Date(MILLIS_MIN));
    assertThat(array(SqlTypeKind.TIMESTAMPTZ, "{infinity}"))
        .containsExactly(new Timestamp(MILLIS_MAX));
    assertThatThrownBy(() -> new JdbcArray(SqlTypeInfo.of(SqlTypeKind.NUMERIC), "{NaN}").getArray())
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
  }

  private static List<@Nullable Object> array(SqlTypeKind kind, String text) throws SQLException {
    return new JdbcArray(SqlTypeInfo.of(kind), text).elements();
  }
}
