package dev.colonnade.bench.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

final class ServerAddressTest {
  @Test
  void shouldFindTheAddressesInTheLineOfAReadyServer() {
    assertThat(
            ServerAddress.find(
                "ready: colonnade://127.0.0.1:26257 (http://127.0.0.1:8080/metrics), 0.8 s"))
        .hasValue(
            new ServerAddress(
                URI.create("colonnade://127.0.0.1:26257"), URI.create("http://127.0.0.1:8080")));
  }

  @Test
  void shouldPassOverOtherLines() {
    assertThat(ServerAddress.find("store=/tmp/x opened")).isEmpty();
    assertThat(ServerAddress.find("only http://127.0.0.1:8080")).isEmpty();
    assertThat(ServerAddress.find("only colonnade://127.0.0.1:1")).isEmpty();
  }
}
