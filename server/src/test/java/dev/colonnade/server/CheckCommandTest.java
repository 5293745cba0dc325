package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void shouldReportAConsistentStore() {
    fill();
    assertThat(check()).isZero();
    assertThat(out.toString())
        .startsWith("store    " + store())
        .contains("tables   1 (catalog version ")
        .contains("rows     1,000 (1,000 key-values, ")
        .endsWith("The store is consistent.\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldReportTheProblemsOfADamagedStore() {
    fill();
    removeOneRow();
    assertThat(check()).isEqualTo(1);
    assertThat(out.toString())
        .contains("rows     999 (")
        .contains("  statistics differ range=")
        .endsWith("The store is INCONSISTENT: 1 problem.\n");
  }

  @Test
  void shouldRejectAStoreThatAServerHasOpen() {
    try (Server server = TestServers.start(store())) {
      assertThat(server.connectionCount()).isZero();
      assertThat(check()).isEqualTo(ExitStatus.STORE_IN_USE.number());
    }
    assertThat(err.toString()).startsWith("colonnade: ").contains("pid").hasLineCount(1);
  }

  @Test
  void shouldRejectAFolderWithoutAStore() {
    assertThat(check()).isEqualTo(ExitStatus.STORE_UNUSABLE.number());
    assertThat(err.toString())
        .startsWith("colonnade: there is no store")
        .contains(store().toString());
    assertThat(Files.exists(store())).isFalse();
  }

  @Test
  void shouldRequireAStore() {
    assertThat(run("check")).isEqualTo(ExitStatus.USAGE.number());
    assertThat(err.toString()).contains("--store=DIR");
  }

  @Test
  void shouldPrintItsHelp() {
    assertThat(run("check", "--help")).isZero();
    assertThat(out.toString())
        .contains("Verify a store that no server has open.")
        .contains("--store=DIR")
        .contains("Exit status:")
        .contains("  11   The store is in use by another process.")
        .contains("Examples:");
  }

  private Path store() {
    return folder.resolve("store");
  }

  private void fill() {
    try (Server server = TestServers.start(store());
        ColonnadeClient client = TestServers.connect(server)) {
      ClientTable people = client.createTable(TestServers.people("people"), false);
      try (WriteBatch batch = people.newBatch()) {
        for (long id = 0; id < 1000; id++) {
          batch.insert().putAll(id, "somename", 30).end();
        }
        client.write(batch);
      }
    }
  }

  private void removeOneRow() {
    try (RocksStore store = RocksStore.openExisting(store(), RocksStoreConfig.defaults());
        Batch batch = store.newBatch()) {
      batch.delete(Space.ROWS, firstRow(store).bytes());
      store.write(batch, Durability.SYNC);
    }
  }

  private static Key firstRow(RocksStore store) {
    try (Cursor rows = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      rows.seekToFirst();
      return rows.key();
    }
  }

  private int check() {
    return run("check", "--store", store().toString());
  }

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
