package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.session.DiscardTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leak detection on every buffer of a server: canceled requests leak none. */
@Tag("integration")
class SequenceLeakTest {
  private static final Pattern ADDRESS = Pattern.compile("native 127\\.0\\.0\\.1:(\\d+)");
  private static final int ROUNDS = 20;
  private static final int REQUESTS = 2_000;

  @TempDir private Path folder;

  @Test
  void shouldReleaseEveryBuffer() throws Exception {
    try (ServerChildProcess server =
        ServerChildProcess.run(
            folder,
            Map.of("JAVA_TOOL_OPTIONS", "-Dio.netty.leakDetection.level=paranoid"),
            "start",
            "--store=" + folder.resolve("store"),
            "--listen=127.0.0.1",
            "--native-port=0",
            "--http-port=0",
            "--pg-port=0")) {
      Matcher address = ADDRESS.matcher(String.valueOf(server.line()));
      assertThat(address.find()).isTrue();
      int port = Integer.parseInt(address.group(1));
      try (ColonnadeClient client = TestServers.client(port).build()) {
        client.sequences().create("ids", WireSequenceOptions.UNSET, false);
        for (int round = 0; round < ROUNDS; round++) {
          allocateAndCancel(client);
        }
      }
      server.terminate();
      assertThat(server.status()).isZero();
      assertThat(server.errors()).contains("leakDetection.level=paranoid").doesNotContain("LEAK");
    }
  }

  /** Some requests are canceled, and some lose their connection. */
  private static void allocateAndCancel(ColonnadeClient client) throws Exception {
    List<CompletableFuture<?>> unanswered = new ArrayList<>();
    try (PinnedSession session = client.session()) {
      ClientSequence ids = session.sequence("ids");
      for (int i = 0; i < REQUESTS; i++) {
        CompletableFuture<?> answer =
            i % 100 == 0 ? session.discardAsync(DiscardTarget.SEQUENCES) : ids.nextAsync();
        unanswered.add(answer);
        if (i % 7 == 0) {
          answer.cancel(false);
        }
      }
      unanswered.get(REQUESTS / 2 + 1).handle((ok, failure) -> true).get(120, TimeUnit.SECONDS);
    }
    for (CompletableFuture<?> answer : unanswered) {
      answer.handle((ok, failure) -> true).get(120, TimeUnit.SECONDS);
    }
  }
}
