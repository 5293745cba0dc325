package dev.colonnade.store.rocks;

import java.nio.file.Path;

/** Main class of a process that opens a store and waits until it is killed. */
final class StoreHolderProcess {
  static final String READY = "ready";

  private StoreHolderProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    RocksStoreFixture.open(Path.of(arguments[0]));
    System.out.println(READY);
    Thread.sleep(600_000);
  }
}
