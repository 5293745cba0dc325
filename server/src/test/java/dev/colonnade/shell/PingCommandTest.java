package dev.colonnade.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PingCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int ping(String... arguments) {
    return new CommandLine(new PingCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void shouldReportAServerThatIsReady() {
    try (Server server = TestServers.start(folder.resolve("store"))) {
      String url = "http://127.0.0.1:" + server.httpAddress().getPort();
      assertThat(ping("--url", url)).isZero();
      assertThat(ping("--url", url + "/", "--timeout", "60")).isZero();
    }
    assertThat(out.toString()).contains("\"ready\" : true");
  }

  @Test
  void shouldReportAServerThatIsNotReady() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/ready",
        exchange -> {
          byte[] body = "{\"ready\":false}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(503, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    http.start();
    try {
      assertThat(ping("--url", "http://127.0.0.1:" + http.getAddress().getPort())).isEqualTo(1);
    } finally {
      http.stop(0);
    }
    assertThat(out.toString()).contains("\"ready\":false");
  }

  @Test
  void shouldReportThatThereIsNoAnswer() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
      // It accepts the connection and never answers.
      assertThat(ping("--url", "http://127.0.0.1:" + free, "--timeout", "1")).isEqualTo(3);
    }
    assertThat(ping("--url", "http://127.0.0.1:" + free)).isEqualTo(3);
    assertThat(err.toString()).contains("no answer: url=http://127.0.0.1:" + free);
  }

  @Test
  void shouldRefuseWrongOptions() {
    for (String url : new String[] {"colonnade://localhost", "file:///tmp", "http://a b"}) {
      assertThat(ping("--url", url)).as(url).isEqualTo(2);
    }
    assertThat(ping("--timeout", "0")).isEqualTo(2);
  }
}
