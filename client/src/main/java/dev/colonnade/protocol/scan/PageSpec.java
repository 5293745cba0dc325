package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;

/**
 * Format, compression and limits of the pages of a scan.
 *
 * @param rowEstimate number of rows that the client expects, which guides {@link ScanFormat#AUTO}
 *     and preallocation; 0 if unknown
 */
public record PageSpec(
    ScanFormat format, Compression compression, long rowEstimate, ScanPageLimits limits) {
  public static final PageSpec DEFAULTS =
      new PageSpec(ScanFormat.AUTO, Compression.NONE, 0, ScanPageLimits.SERVER_DEFAULTS);

  public PageSpec {
    requireNonNull(format, "format is null");
    requireNonNull(compression, "compression is null");
    requireNonNull(limits, "limits is null");
    if (rowEstimate < 0) {
      throw new IllegalArgumentException("rowEstimate=" + rowEstimate + " is below 0");
    }
  }
}
