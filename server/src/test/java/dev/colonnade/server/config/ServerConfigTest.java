package dev.colonnade.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.disk.DiskConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerConfigTest {
  @Test
  void shouldHaveTheDocumentedDefaults() {
    ServerConfig config = ServerConfig.at(Path.of("store"));
    assertThat(config.listen()).isEqualTo(new ListenConfig("127.0.0.1", 7420, 7480));
    assertThat(config.engine())
        .isEqualTo(StorageConfig.at(Path.of("store")).withDisk(new DiskConfig(128 << 20, 32)));
    assertThat(config.network())
        .isEqualTo(
            new NetworkConfig(
                1024,
                4 << 20,
                64 << 20,
                TransportKind.AUTO,
                new NetworkConfig.Timeouts(
                    Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(10)),
                ProtocolLimits.DEFAULTS));
    assertThat(config.http())
        .isEqualTo(
            new HttpConfig(
                64,
                8192,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                List.of()));
    assertThat(config.metrics()).isEqualTo(new MetricsConfig(100));
    assertThat(config.pg())
        .isEqualTo(
            new PgConfig(
                7432,
                1024,
                PgConfig.DEFAULT.messageBytesMax(),
                new PgConfig.Timeouts(Duration.ofSeconds(10), Duration.ZERO)));
    assertThat(config.pg().messageBytesMax()).isBetween(65 << 20, 272 << 20);
    assertThat(config.security())
        .isEqualTo(new SecurityConfig(AuthenticationMode.AUTO, Optional.empty(), Optional.empty()));
  }

  @Test
  void shouldHaveThreadsInProportionToCores() {
    assertThat(ThreadConfig.forCores(1)).isEqualTo(new ThreadConfig(1, 4, 4096));
    assertThat(ThreadConfig.forCores(8)).isEqualTo(new ThreadConfig(8, 16, 4096));
    assertThat(ThreadConfig.forCores(4000)).isEqualTo(new ThreadConfig(1024, 1024, 4096));
  }

  @Test
  void shouldRejectInvalidPorts() {
    assertThatThrownBy(() -> new ListenConfig("127.0.0.1", 65_536, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("out of range: nativePort=65536 min=0 max=65535");
    assertThatThrownBy(() -> new ListenConfig("127.0.0.1", 7420, 7420))
        .hasMessage("duplicate port: nativePort=7420 httpPort=7420");
    assertThatThrownBy(() -> new ListenConfig(" ", 0, 0)).hasMessageContaining("host");
  }

  @Test
  void shouldAllowTwoFreePorts() {
    assertThat(new ListenConfig("::1", 0, 0).httpPort()).isZero();
  }

  @Test
  void shouldRejectTimesOutOfRange() {
    assertThatThrownBy(
            () -> new NetworkConfig.Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO))
        .hasMessage("out of range: handshake=PT0S min=PT0.01S max=PT1H");
    Duration minute = Duration.ofMinutes(1);
    assertThatThrownBy(() -> new HttpConfig(1, 1024, minute, minute, Duration.ofDays(1), List.of()))
        .hasMessage("out of range: responseTimeout=PT24H min=PT0.01S max=PT1H");
  }
}
