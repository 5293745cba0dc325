package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class StorageTidyTest {
  @Test
  void shouldBeTidy() {
    Tidy tidy =
        Tidy.ofModule()
            // Builders: the built type offers its builder.
            .toleratingCycle("TableSchema", "TableSchemaBuilder")
            // As above.
            .toleratingCycle("SequenceOptions", "SequenceOptionsBuilder")
            // As above.
            .toleratingCycle("SequenceChange", "SequenceChangeBuilder")
            // A base type reads its values, and a value states its type.
            .toleratingCycle(
                "BaseType",
                "BaseValue",
                "Geometry",
                "GeometryParser",
                "HardwareAddress",
                "Money",
                "NetworkAddress",
                "NetworkAddressParser",
                "XmlText")
            // Recursion over the elements of arrays.
            .toleratingCycle("PackedCodec", "StoredForm")
            // A failpoint looks itself up among those that are armed.
            .toleratingCycle("ArmedFailpoints", "Failpoint")
            // The table knows the locks of a session, and these where they are registered.
            .toleratingCycle("AdvisoryLockTable", "SessionAdvisoryLocks")
            // The waits-for graph of the deadlock search.
            .toleratingCycle("LockOwner", "LockQueue", "LockRequest");
    assertThat(tidy.violations()).isEmpty();
  }
}
