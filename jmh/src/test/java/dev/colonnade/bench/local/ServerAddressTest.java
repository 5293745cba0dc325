package dev.colonnade.bench.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

final class ServerAddressTest {
  @Test
  void shouldParseTheLineOfAReadyServer() {
    assertThat(
            ServerAddress.find(
                "colonnade is ready: native 127.0.0.1:7420 http [::1]:7480 pg 127.0.0.1:7432 store"
                    + " /some where"))
        .hasValue(
            new ServerAddress(
                URI.create("colonnade://127.0.0.1:7420"),
                URI.create("http://[::1]:7480"),
                "127.0.0.1:7432"));
  }

  @Test
  void shouldIgnoreOtherLines() {
    assertThat(ServerAddress.find("store=/tmp/x opened")).isEmpty();
    assertThat(ServerAddress.find("only http://[::1]:7480")).isEmpty();
    assertThat(ServerAddress.find("not that colonnade is ready: native a:1 http b:2 pg c:3"))
        .isEmpty();
  }
}
