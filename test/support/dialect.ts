/** The dialect that practice speaks where a test does not choose one: `TEST_DIALECT`, by itself the specification's. */
export function testDialect(): 'spec' | 'wild' {
  return process.env['TEST_DIALECT'] === 'wild' ? 'wild' : 'spec';
}
