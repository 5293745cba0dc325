package dev.colonnade.sql.expression.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.type.TypeKind;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class RowCheckTest {
  @Test
  void shouldReturnTrueForRowsThatSatisfyIt() {
    KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN).row(true).row(true);
    Expression check = new RowCheck(rows.column(0), ErrorCode.INSUFFICIENT_PRIVILEGE, "refused");
    rows.assertValues(check, _ -> true);
    assertThat(check.isVolatile()).isTrue();
    assertThat(check.isImmutable()).isFalse();
  }

  @Test
  void shouldFailForARowThatIsFalseOrUnknown() {
    for (Boolean value : new Boolean[] {false, null}) {
      KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN).row(true).row(value);
      Expression check = new RowCheck(rows.column(0), ErrorCode.INSUFFICIENT_PRIVILEGE, "refused");
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> rows.assertValues(check, _ -> true))
          .withMessage("refused")
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
    }
  }
}
