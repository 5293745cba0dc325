package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.result.ScanFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTest {
  private static final int ROWS = 10_000;

  @TempDir private Path folder;

  @Test
  void shouldServeTheWholeLifeOfATable() {
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      client.ping();
      ClientTable people = client.createTable(TestServers.people("people"), false);
      assertThat(client.tableNames()).containsExactly("people");

      WriteOk written;
      try (WriteBatch batch = people.newBatch()) {
        for (int i = 0; i < ROWS; i++) {
          batch.insert().putLong(i).putText("name" + i).putInt(i % 100).end();
        }
        written = client.write(batch);
      }
      assertThat(written.insertedCount()).isEqualTo(ROWS);

      KeyBatch middle = people.newKeys();
      middle.add().putLong(ROWS / 2).end();
      assertThat(client.splitAt(people, middle)).hasSize(2);
      assertThat(client.ranges("people")).hasSize(2);

      for (ScanFormat format : ScanFormat.values()) {
        KeyBatch keys = people.newKeys();
        for (long id : new long[] {7, -1, 3, ROWS - 1}) {
          keys.add().putLong(id).end();
        }
        try (ResultPage page = client.get(people.newGet().format(format), keys)) {
          assertThat(texts(page)).containsExactly("name7", "name3", "name" + (ROWS - 1));
        }
        assertThat(sum(client, people, format)).as(format.name()).isEqualTo(ROWS * 99L / 2);
      }
      assertThat(server.database().statistics().directBytes()).isZero();
      assertThat(client.status().metrics()).isNotEmpty();
      client.dropTable("people", false);
      assertThat(client.tableNames()).isEmpty();
    }
  }

  private static List<String> texts(ResultPage page) {
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < page.rowCount(); row++) {
      texts.add(page.column("name").textAt(row));
    }
    return texts;
  }

  private static long sum(ColonnadeClient client, ClientTable people, ScanFormat format) {
    long sum = 0;
    try (ScanStream scan = client.scan(people.newScan().columns("age").format(format))) {
      while (scan.next()) {
        ResultPage page = scan.page();
        for (int row = 0; row < page.rowCount(); row++) {
          sum += page.column(0).intAt(row);
        }
      }
    }
    return sum;
  }
}
