package dev.colonnade.sql.function.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OIDs that come as numbers, as those of parameters of the native protocol. */
class OidValuesTest {
  private static final SqlType OID = SqlType.of(TypeKind.OID);

  @Test
  void shouldAcceptAllOids() {
    assertThat(ValueConverter.fromJava(OID, 0L)).isEqualTo(0L);
    assertThat(ValueConverter.fromJava(OID, 4_294_967_295L)).isEqualTo(4_294_967_295L);
    assertThat(ValueConverter.fromJava(OID, "-1")).isEqualTo(4_294_967_295L);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 4_294_967_296L, 5_000_000_000L, Long.MIN_VALUE})
  void shouldRefuseOtherNumbers(long value) {
    assertThatThrownBy(() -> ValueConverter.fromJava(OID, value))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("OID out of range");
  }
}
