package dev.colonnade.server.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class TrainingRunTest {
  @Test
  void shouldExecuteItsStatements() {
    assertThatCode(TrainingRun::run).doesNotThrowAnyException();
  }

  @Test
  void shouldHaveStatements() throws IOException {
    assertThat(TrainingRun.statements())
        .contains("select 1", "commit")
        .allSatisfy(statement -> assertThat(statement).doesNotContain(";"));
  }
}
