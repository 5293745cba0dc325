package dev.colonnade.bench.scan;

import dev.colonnade.bench.MeasurementLog;

/**
 * What the repetitions of one scan gave.
 *
 * @param rowsPerSecond the median
 * @param spread of the rates, as a share of the median
 * @param rowCount rows returned
 * @param scannedRowCount rows looked at
 * @param payloadBytes that came over the network
 * @param messageCount pages
 */
record ScanFigures(
    double rowsPerSecond,
    double spread,
    long rowCount,
    long scannedRowCount,
    long payloadBytes,
    int messageCount) {

  double bytesPerRow() {
    return (double) payloadBytes / Math.max(1, rowCount);
  }

  void log(String name, MeasurementLog log) {
    log.add("scan." + name + ".rows_per_second", rowsPerSecond, MeasurementLog.PER_SECOND);
    log.add("scan." + name + ".spread", spread, MeasurementLog.RATIO);
    log.add("scan." + name + ".bytes_per_row", bytesPerRow(), MeasurementLog.BYTES);
    log.add("scan." + name + ".messages", messageCount, MeasurementLog.COUNT);
  }
}
