package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unit tests of {@link SyncedMarker}: layout, slots, incomplete files. */
class SyncedMarkerTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("SYNCED");
  }

  @Test
  void shouldHaveNoNumberWithoutAFile() {
    assertThat(SyncedMarker.read(file())).isEmpty();
  }

  @Test
  void shouldKeepTheLayoutOfTheFile() throws IOException {
    try (SyncedMarker marker = SyncedMarker.create(file(), 5)) {
      marker.advance(0x0102030405L);
    }
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file())))
        .isEqualTo(
            "434f4c53594e4331"
                + "0504030201000000"
                + "fafbfcfdfeffffff"
                + "0500000000000000"
                + "faffffffffffffff");
  }

  @Test
  void shouldReadTheGreatestNumberWhileTheMarkerIsOpen() {
    try (SyncedMarker marker = SyncedMarker.create(file(), 5)) {
      for (long number = 6; number < 20; number++) {
        marker.advance(number);
        assertThat(SyncedMarker.read(file())).hasValue(number);
      }
    }
  }

  @Test
  void shouldNeverGoBack() {
    try (SyncedMarker marker = SyncedMarker.create(file(), 5)) {
      marker.advance(9);
      marker.advance(7);
      assertThat(SyncedMarker.read(file())).hasValue(9);
    }
  }

  @Test
  void shouldIgnoreUpdatesAfterItWasClosed() {
    SyncedMarker marker = SyncedMarker.create(file(), 5);
    marker.close();
    marker.close();
    marker.advance(6);
    assertThat(SyncedMarker.read(file())).hasValue(5);
  }

  @Test
  void shouldReadTheOtherSlotIfOneIsIncomplete() throws IOException {
    try (SyncedMarker marker = SyncedMarker.create(file(), 5)) {
      marker.advance(6);
      marker.advance(7);
    }
    byte[] bytes = Files.readAllBytes(file());
    bytes[SyncedMarkerLayout.complementOffset(1)] ^= 1; // of 7
    Files.write(file(), bytes);
    assertThat(SyncedMarker.read(file())).hasValue(6);
  }

  @Test
  void shouldIgnoreAFileOfAnyShorterLength() throws IOException {
    try (SyncedMarker marker = SyncedMarker.create(file(), 5)) {
      marker.advance(6);
    }
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThat(SyncedMarker.read(file())).as("length=%d", length).isEmpty();
    }
    Files.write(file(), new byte[whole.length]);
    assertThat(SyncedMarker.read(file())).isEmpty();
  }
}
