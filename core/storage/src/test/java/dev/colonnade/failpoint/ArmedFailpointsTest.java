package dev.colonnade.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArmedFailpointsTest {
  @Test
  void shouldDoNothingUnlessArmed() {
    assertThat(ArmedFailpoints.parse("").isEmpty()).isTrue();
    assertThatCode(Failpoint.COMMIT_AFTER_WRITE::pass).doesNotThrowAnyException();
  }

  @Test
  void shouldThrowOnTheNthPassOnly() {
    ArmedFailpoints armed =
        ArmedFailpoints.parse("commit.before-write=throw@2, split.before-swap=throw");
    armed.pass(Failpoint.COMMIT_BEFORE_WRITE);
    armed.pass(Failpoint.COMMIT_AFTER_WRITE);
    assertThatThrownBy(() -> armed.pass(Failpoint.COMMIT_BEFORE_WRITE))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("failpoint name=commit.before-write");
    armed.pass(Failpoint.COMMIT_BEFORE_WRITE);
    assertThatThrownBy(() -> armed.pass(Failpoint.SPLIT_BEFORE_SWAP))
        .isInstanceOf(ColonnadeException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commit.before-write",
        "no.such=halt",
        "commit.before-write=explode",
        "commit.before-write=halt@0",
        "commit.before-write=halt@x"
      })
  void shouldRejectInvalidText(String text) {
    assertThatThrownBy(() -> ArmedFailpoints.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  @Test
  void shouldHaveUniqueNames() {
    assertThat(Arrays.stream(Failpoint.values()).map(Failpoint::id)).doesNotHaveDuplicates();
  }
}
