import './app/trusted-types.ts';
import './styles/base.css';
import './styles/name-fonts.ts';
import { mount } from 'svelte';
import { vaultApi } from './client/vault-api.ts';
import Vault from './features/vault/Vault.svelte';

const target = document.getElementById('vault');
if (target === null) throw new Error('The page has no place for the vault.');
mount(Vault, { target, props: { api: vaultApi() } });
