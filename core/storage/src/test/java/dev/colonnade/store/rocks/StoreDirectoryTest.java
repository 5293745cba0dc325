package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
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

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void shouldNotChangeFoldersOfOtherFiles(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("letter.txt"), "x");
    Set<PosixFilePermission> ofFile = PosixFilePermissions.fromString("rw-r--r--");
    Set<PosixFilePermission> ofFolder = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(file, ofFile);
    Files.setPosixFilePermissions(folder, ofFolder);
    assertThatThrownBy(() -> StoreDirectory.at(folder))
        .hasMessageContaining("other files")
        .hasMessageContaining("letter.txt");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(ofFile);
    assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(ofFolder);
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void shouldUseNewDisks(@TempDir Path folder) throws Exception {
    Files.createDirectory(folder.resolve("lost+found"));
    assertThat(StoreDirectory.at(folder).rocks()).isDirectory();
  }

  @Test
  void shouldReportFilesInPlaceOfTheFolder(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("store"), "x");
    assertThatThrownBy(() -> StoreDirectory.at(file)).hasMessageContaining("not a directory");
  }
}
