package dev.colonnade.sql.function.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogFunctionsTest {
  @Test
  void shouldSplitOptionsAtTheFirstEqualsSign() {
    assertThat(CatalogFunctions.optionsToTable(List.of("a=b=c", "d=", "e")))
        .isEqualTo(List.of(List.of("a", "b=c"), List.of("d", ""), Arrays.asList("e", null)));
  }

  @Test
  void shouldRefuseAnOptionThatIsNull() {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> CatalogFunctions.optionsToTable(Collections.singletonList(null)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NULL_NOT_ALLOWED));
  }

  @Test
  void shouldReturnNoPartitions() {
    assertThat(CatalogFunctions.noRows(1259)).isEqualTo(List.of());
  }
}
