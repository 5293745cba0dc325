package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StoreDirectoryTest {
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void shouldDenyOtherUsersAccess(@TempDir Path folder) throws Exception {
    Path store = Files.createDirectory(folder.resolve("store"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path rocks = Files.createDirectory(store.resolve("rocks"));
    Path file = Files.writeString(rocks.resolve("000001.sst"), "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    StoreDirectory.at(store);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.getPosixFilePermissions(store))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }
}
