package dev.colonnade.server.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrainingRunTest {
  @Test
  void shouldExecuteItsStatements() {
    assertThatCode(TrainingRun::run).doesNotThrowAnyException();
  }

  @Test
  void shouldLetMembersOfAClusterLead(@TempDir Path folder) throws IOException {
    assertThat(ClusterTraining.run(folder, StorageConfig.at(folder))).isTrue();
  }

  @Test
  void shouldHaveStatements() throws IOException {
    assertThat(TrainingRun.statements())
        .contains("select 1", "commit")
        .allSatisfy(statement -> assertThat(statement).doesNotContain(";"));
  }
}
