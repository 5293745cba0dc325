package dev.colonnade.bench.tpch;

/** Is told how a load goes; by several threads at once. */
public interface LoadProgress {
  /** Tells nobody. */
  LoadProgress SILENT =
      new LoadProgress() {
        @Override
        public void started(TpchTable table) {}

        @Override
        public void loaded(long rowCount) {}

        @Override
        public void finished(LoadedTable table) {}
      };

  /** A table begins, and the one before is done. */
  void started(TpchTable table);

  /** So many rows more are committed. */
  void loaded(long rowCount);

  void finished(LoadedTable table);
}
