package dev.colonnade.bench.scan;

import dev.colonnade.bench.harness.MeasurementLog;

/**
 * Statistics of the repetitions of one scan.
 *
 * @param rowsPerSecond median of the rates
 * @param spread relative range of the rates: (largest - smallest) / median
 * @param rowCount rows returned
 * @param payloadBytes bytes received from the network
 * @param messageCount number of pages
 */
record ScanMeasurement(
    double rowsPerSecond, double spread, long rowCount, long payloadBytes, int messageCount) {

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
