package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the options by which a store leaves its cluster. */
final class ClusterDepartureTest {
  @TempDir private Path folder;

  private ServerConfig config() {
    return new StartArguments(Map.of(StartArguments.STORE, folder.toString())).load().config();
  }

  @Test
  void shouldHaveNoEffectOnAServerOfItsOwn() {
    StartArguments leaving =
        new StartArguments(
            Map.of(StartArguments.STORE, folder.toString(), StartArguments.LEAVE_CLUSTER, "true"));
    assertThat(leaving.cluster(config())).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldExcludeTheOptionsOfAMember() {
    StartArguments both =
        new StartArguments(
            Map.of(
                StartArguments.STORE,
                folder.toString(),
                StartArguments.LEAVE_CLUSTER,
                "true",
                StartArguments.CLUSTER,
                "db"));
    assertThatThrownBy(() -> both.cluster(config()))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
  }
}
