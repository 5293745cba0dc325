package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.result.ScanFormat;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Number of messages for a projection of wide rows: at most as many as for the whole rows. */
class MessageCountTest {
  private static final int ROWS = 300;

  @TempDir private Path folder;

  @Test
  void shouldNeedNoMoreMessagesForAFewColumnsOfWideRows() {
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      ClientTable people = client.createTable(TestServers.people("people"), false);
      String text = "x".repeat(8192);
      for (int first = 0; first < ROWS; first += 100) {
        try (WriteBatch batch = people.newBatch()) {
          for (int id = first; id < first + 100; id++) {
            batch.insert().putLong(id).putText(text).putInt(id).end();
          }
          client.write(batch);
        }
      }
      int narrow = pages(client, people, ScanFormat.COL_BATCH);
      assertThat(narrow).isLessThanOrEqualTo(pages(client, people, ScanFormat.KEY_VALUES));
      assertThat(narrow).isEqualTo(1);
    }
  }

  private static int pages(ColonnadeClient client, ClientTable people, ScanFormat format) {
    int pages = 0;
    long rows = 0;
    try (ScanStream scan = client.scan(people.newScan().columns("age").format(format))) {
      while (scan.next()) {
        rows += scan.page().rowCount();
        pages++;
      }
    }
    assertThat(rows).isEqualTo(ROWS);
    return pages;
  }
}
