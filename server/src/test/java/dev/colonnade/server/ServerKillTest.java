package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kill of a server process under load: every acknowledged write is found afterwards. */
@Tag("integration")
class ServerKillTest {
  private static final int ROUNDS = 3;
  private static final int ACKNOWLEDGED_PER_ROUND = 200;
  private static final Pattern ADDRESS = Pattern.compile("native 127\\.0\\.0\\.1:(\\d+)");

  @TempDir private Path folder;

  /** Folder for the native library's copy, which a killed process does not delete. */
  @TempDir private Path scratch;

  @Test
  void shouldKeepEveryAcknowledgedWriteWhenKilled() throws Exception {
    long acknowledged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Process server = start();
      try (ColonnadeClient client = connect(server)) {
        ClientTable people = client.createTable(TestServers.people("people"), true);
        assertThat(count(client, people)).as("round=" + round).isGreaterThanOrEqualTo(acknowledged);
        assertAllPresent(client, people, acknowledged);
        acknowledged = writeUntilKilled(server, client, people, acknowledged);
      } finally {
        server.destroyForcibly().waitFor(300, TimeUnit.SECONDS);
      }
    }
  }

  /** Writes rows one after the other; the server is killed while one of them is in progress. */
  private static long writeUntilKilled(
      Process server, ColonnadeClient client, ClientTable people, long from) {
    long next = from;
    while (true) {
      try (WriteBatch batch = people.newBatch()) {
        batch.upsert().putLong(next).putText("name" + next).putInt(1).end();
        client.write(batch);
        next++;
      } catch (ClientException killed) {
        return next;
      }
      if (next == from + ACKNOWLEDGED_PER_ROUND) {
        Thread.ofPlatform().start(server::destroyForcibly);
      }
    }
  }

  private static void assertAllPresent(
      ColonnadeClient client, ClientTable people, long acknowledged) {
    for (long from = 0; from < acknowledged; from += 100) {
      long to = Math.min(acknowledged, from + 100);
      KeyBatch keys = people.newKeys();
      for (long id = from; id < to; id++) {
        keys.add().putLong(id).end();
      }
      try (var page = client.get(people.newGet(), keys)) {
        assertThat(page.rowCount()).isEqualTo((int) (to - from));
      }
    }
  }

  private static long count(ColonnadeClient client, ClientTable people) {
    long rows = 0;
    try (ScanStream scan = client.scan(people.newScan().columns("id"))) {
      while (scan.next()) {
        rows += scan.page().rowCount();
      }
    }
    return rows;
  }

  private ColonnadeClient connect(Process server) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    Matcher address = ADDRESS.matcher(String.valueOf(line));
    assertThat(address.find()).as("ready line: " + line).isTrue();
    return TestServers.client(Integer.parseInt(address.group(1))).attemptsMax(1).build();
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            ChildJvm.command(
                List.of("-Xmx256m", "-Djava.io.tmpdir=" + scratch),
                Main.class,
                "start",
                "--store=" + folder,
                "--listen=127.0.0.1",
                "--native-port=0",
                "--http-port=0",
                "--pg-port=0"))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
